/** Sentences that more than one part of the table needs. */
import { lang } from '../../lib/lang.svelte';
import type { CondemnView } from '../../lib/protocol';
import { moment } from './course';
import type { Known } from './knowing';
import type { Table } from './desk.svelte';
import { cardName, slotName, t } from './words';

const names = (match: Table, seats: readonly number[]): string =>
  lang.list(seats.map((seat) => match.name(seat)));

export function howKnown(match: Table, known: Known): string {
  const how = {
    own: t('howOwn'),
    open: t('howOpen'),
    looked: t('howLooked', { round: known.round }),
    gave: t('howGave', { round: known.round }),
    unknown: t('howUnknown'),
    told: t('howTold'),
  }[known.how];
  const seen = known.seenBy.length ? t('seenBy', { names: names(match, known.seenBy) }) : '';
  return [how, seen].filter(Boolean).join('; ');
}

/** A card in one line: whose, which, what I know and how. */
export function describe(match: Table, seat: number, slot: number, known: Known): string {
  const which = t('cardOf', { slot: slotName(slot), name: match.name(seat) });
  const face = known.face ? `${t(known.face as 'L' | 'R' | 'E')}, ` : '';
  return t('both', { one: which, other: face + howKnown(match, known) });
}

export function falls(match: Table, condemn: CondemnView): string {
  const when = moment(condemn, match.state!.view);
  if (when === 'now') return t('fallsNow');
  if (when === 'this') return t('fallsThis');
  return condemn.clock === match.seat
    ? t('fallsNextMine')
    : t('fallsNext', { clock: match.name(condemn.clock) });
}

export function condemnLine(match: Table, condemn: CondemnView): string {
  const who = t('condemnOn', {
    id: condemn.id,
    target: match.name(condemn.target),
    author: match.name(condemn.author),
  });
  const parts = [t('both', { one: who, other: falls(match, condemn) })];
  if (condemn.locked) parts.push(t('lockedShort'));
  else if (condemn.by_emperor) parts.push(t('stripsShort'));
  return parts.join('; ');
}

/** A verb of an answer, by name. */
export const verbName = (verb: string): string =>
  verb === 'investigate' || verb === 'shuffle' || verb === 'pass' || verb === 'discard'
    ? t(verb)
    : cardName(verb);
