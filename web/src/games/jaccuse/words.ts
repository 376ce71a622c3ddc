import { words } from '../../lib/lang.svelte';
import { en, fr } from './said';
import { read, type Colour } from './cards';

export const t = words(en, fr);
type Key = keyof typeof en;

export const letter = (colour: Colour): string => t(`letter${colour}`);

/** A card as a screen reader says it. */
export function cardName(face: string): string {
  const { rank, sign, colour, plain } = read(face);
  if (rank === 'Jk') return t('joker', { colour: t(colour) });
  const name = 'AJQK'.includes(rank) ? t(rank as Key) : rank;
  if (plain) return t('cardPlain', { rank: name, colour: t(colour) });
  return t('cardOf', { rank: name, suit: t(sign as Key), colour: t(colour) });
}
