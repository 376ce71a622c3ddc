/** Complot's cards as the page draws them, in the language of the page: names, values, texts and
 * signs all come from the server's card data. */
import { books } from '../../lib/book.svelte';
import { compose } from '../../lib/emblem';
import { fill, lang } from '../../lib/lang.svelte';
import type { Match } from '../../lib/match.svelte';
import type { Views } from '../../lib/protocol';
import { FIGURES, type Face, type Faces, type Listed } from './cards';

export type View = Views['complot'];
export type Table = Match<View>;
export type Slot = View['fronts'][0][0];
type Words = { cohort: Record<string, string>; value: Record<string, string> };

const BLANK: Omit<Face, 'id' | 'name' | 'spoken'> = {
  category: '',
  type: '',
  cost: 0,
  assertion: 0,
  backing: 0,
  reach: 0,
  text: '',
  quote: '',
  clauses: [],
  choices: [],
  does: [],
  d_more: [],
  emblem: { frame: 'disc', ground: 'plain', figure: 'question', badge: null },
  cohort: 'none',
  cohortName: '',
  kind: '',
  source: false,
};

/** The cards of a deck, in the order of its list. */
export function deck(name: string, neutral = false): (Face & { copies: number })[] {
  const book = books.of('complot');
  const all = (book?.cards[name] ?? []) as unknown as Listed[];
  return all.map((card) => ({ ...face(card, book!.words as Words, neutral), copies: card.copies }));
}

/** The cards of a table's deck by id; one that is not known yet shows its id. */
export function faces(match: Table): Faces {
  const options = match.welcome?.options ?? {};
  const all = deck(String(options.deck ?? 'grand'), options.neutral_names === true);
  const known = Object.fromEntries(all.map((card) => [card.id, card]));
  return (id) => known[id] ?? { ...BLANK, id, name: id, spoken: id };
}

function face(card: Listed, words: Words, neutral: boolean): Face {
  const { cohort, category, type } = card.keys;
  const key = neutral && cohort === 'nine11' ? 'nine11_neutral' : cohort; // CA-47
  const cohortName = words.cohort[key] ?? '';
  const values = [
    ['cost', card.cost],
    ['a', card.assertion],
    ['d', card.backing],
    ['r', card.reach],
  ] as const;
  const numbers = values
    .filter(([, n]) => n > 0)
    .map(([name, n]) => fill(words.value[name] ?? '', { n }, lang.now));
  const lines = [card.name, cohortName, card.category, card.type, ...numbers].filter(Boolean);
  return {
    ...card,
    cohort,
    cohortName,
    kind: category,
    emblem: compose({
      id: card.id,
      frame: type === 'source' ? 'shield' : 'disc',
      emblem: card.emblem,
      figures: FIGURES[category] ?? FIGURES.temoin!,
      does: [...card.does, ...card.clauses],
    }),
    source: type === 'source',
    spoken: `${lines.join(', ')}. ${card.text}`.trim(),
  };
}
