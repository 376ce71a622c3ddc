/** What everyone kept to themselves, where a replay shows everything. */
import { face, type Card } from './cards.svelte';
import { LETTERS } from './tokens';
import { t, type Word } from './words';

/** A card in few letters. */
export const short = (card: Card): string => face(card).number || 'PW';

// An answer is a number: what is done, and with what (acts.py).
const SCALE = 2 ** 20;
const BARE: Record<number, Word> = { 0: 'pass', 3: 'claim', 4: 'decline' };
const TOKENS = [11, 12, 13, 14];
const CARDS = [2, 18, 19];

/** An answer that is sealed and not opened yet, in few letters; nothing for a rarer one. */
export function sealed(answer: number): string {
  const kind = Math.floor(answer / SCALE);
  const what = answer % SCALE;
  const bare = BARE[kind];
  if (bare) return t(bare);
  if (CARDS.includes(kind)) return short(what);
  if (!TOKENS.includes(kind)) return '';
  return LETTERS.map((letter, i) => letter.repeat((what >> (4 * i)) & 15)).join('');
}
