/** The settings of a table in words: all of them in one line, and one that was changed. */
import { clockSaid } from './clock';
import { lang } from './lang.svelte';
import { describe } from './pace';
import type { Change, Clock, Days, GameInfo, TableInfo } from './protocol';

export const RHYTHMS = {
  brisk: 'rhythmBrisk',
  normal: 'rhythmNormal',
  careful: 'rhythmCareful',
} as const;
const PRESS = { all: 'pressAll', public: 'pressPublic', none: 'pressNone' } as const;

/** An option of the game, as an answer to its question. */
function answer(game: GameInfo | undefined, name: string, value: unknown): string {
  const option = game?.options.find((one) => one.name === name);
  if (typeof value === 'boolean') return lang.t(value ? 'yes' : 'no');
  return option?.labels?.[String(value)] ?? String(value);
}

/** What is agreed at a table: players, time, talk, and whatever is not as usual. */
export function termsLine(info: TableInfo, game: GameInfo | undefined): string[] {
  const said = [
    lang.t('factPlayers', { n: info.seats.length }),
    info.days ? describe(info.days, lang.now, lang.t, game?.correspondence) : clockSaid(info.clock),
    lang.t('titled', {
      title: lang.t('press'),
      value: lang.t(PRESS[info.press as keyof typeof PRESS]),
    }),
  ];
  if (info.clock && info.rhythm && game?.passable?.length)
    said.push(
      lang.t('rhythmTerms', { rhythm: lang.t(RHYTHMS[info.rhythm as keyof typeof RHYTHMS]) }),
    );
  if (info.listed) said.push(lang.t('termsListed'));
  if (info.spectators) said.push(lang.t('termsSpectators'));
  for (const option of game?.options ?? [])
    if (info.options[option.name] !== option.default)
      said.push(
        `${lang.tidy(option.title)} ${answer(game, option.name, info.options[option.name])}`,
      );
  return said;
}

/** What the host changed: "How many rounds? 10 → 8". */
export function changeSaid(change: Change, game: GameInfo | undefined): string {
  const { name, before, after } = change;
  const [title, say] = titled(name, game);
  const value = `${say(before)} → ${say(after)}`;
  return title.endsWith('?') ? `${title} ${value}` : lang.t('titled', { title, value });
}

function titled(name: string, game: GameInfo | undefined): [string, (value: unknown) => string] {
  const yesNo = (value: unknown): string => lang.t(value ? 'yes' : 'no');
  switch (name) {
    case 'seats':
      return [lang.t('players'), String];
    case 'clock':
      return [lang.t('clock'), (value) => clockSaid(value as Clock | null)];
    case 'days':
      return [
        lang.t('pace'),
        (value) => (value ? describe(value as Days, lang.now, lang.t) : lang.t('termsLive')),
      ];
    case 'press':
      return [lang.t('press'), (value) => lang.t(PRESS[value as keyof typeof PRESS])];
    case 'listed':
      return [lang.t('termsListed'), yesNo];
    case 'spectators':
      return [lang.t('termsSpectators'), yesNo];
    case 'latecomers':
      return [lang.t('termsLatecomers'), yesNo];
    case 'sealed_deals':
      return [lang.t('termsSealedDeals'), yesNo];
    case 'window':
      return [lang.t('termsWindow'), (value) => `${(value as { length: number }).length} s`];
    default:
      return [
        lang.tidy(game?.options.find((option) => option.name === name)?.title ?? name),
        (value) => answer(game, name, value),
      ];
  }
}
