/** What everyone kept to themselves, where a replay shows everything. */
import { face, type Card, type View } from './cards.svelte';
import { LETTERS } from './tokens';
import { t, type Word } from './words';

const WORKS = 46; // the first id of the Public Works

/** A card in few letters. */
export const short = (card: Card): string => face(card).number || 'PW';

/** Whose card of this round it is that lies in the middle; null for the World Deck. */
export function author(
  views: readonly View[],
  revealed: readonly Card[],
  at: number,
): number | null {
  const card = revealed[at]!;
  const played = views.flatMap(({ tracker }, seat) => (tracker === null ? [] : { tracker, seat }));
  if (card !== 'PW') return played.find(({ tracker }) => tracker === card)?.seat ?? null;
  const earlier = revealed.slice(0, at).filter((one) => one === 'PW').length;
  return played.filter(({ tracker }) => tracker >= WORKS)[earlier]?.seat ?? null;
}

/** Who has a card in the pile that is not revealed yet. */
export function waiting(views: readonly View[], revealed: readonly Card[]): number[] {
  const out = revealed.map((_, at) => author(views, revealed, at));
  return views.flatMap(({ tracker }, seat) =>
    tracker === null || out.includes(seat) ? [] : [seat],
  );
}

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
