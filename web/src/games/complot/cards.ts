/** A card as the page knows it, and how strong a source is where it stands. */
import type { Emblem, Figure } from '../../lib/emblem';

export type Cohort = 'antivax' | 'platiste' | 'nine11' | 'twittos' | 'none';

/** A card of a deck, as `GET /api/games/complot` lists it. */
export interface Listed {
  id: string;
  copies: number;
  name: string;
  category: string;
  type: string;
  cost: number;
  assertion: number;
  backing: number;
  reach: number;
  text: string;
  quote: string;
  keys: { cohort: Cohort; category: string; type: 'affirmation' | 'source' };
  clauses: string[];
  /** What it lets one choose from: the words, and the operations behind them. */
  choices: { text: string; does: string[] }[][];
  does: string[];
  /** The figure that its data names, if it does. */
  emblem: string;
  d_more: { of: Cohort; d: number }[];
}
export interface Face extends Omit<Listed, 'keys' | 'copies' | 'emblem'> {
  emblem: Emblem;
  cohort: Cohort;
  cohortName: string;
  kind: string;
  source: boolean;
  /** Everything that is printed on it, for those who listen. */
  spoken: string;
}
/** What suits a card of a category. */
export const FIGURES: Record<string, readonly Figure[]> = {
  troll: ['mask', 'megaphone', 'flame', 'bolt', 'storm'],
  etude: ['flask', 'book', 'compass', 'loupe', 'scroll', 'telescope'],
  temoin: ['person', 'eye', 'hand', 'doctor', 'crowd'],
  relais: ['network', 'envelope', 'chain', 'tower', 'bubble'],
  video: ['camera', 'film', 'screen'],
};
export type Faces = (id: string) => Face;

/** CO-6, AU-10: what it takes to break a source that stands among these cards. */
export function backing(id: string, front: readonly string[], of: Faces): number {
  const card = of(id);
  const others = [...front];
  others.splice(others.indexOf(id), 1);
  const more = card.d_more.filter(({ of: cohort }) =>
    others.some((other) => of(other).source && of(other).cohort === cohort),
  );
  return more.reduce((sum, { d }) => sum + d, card.backing);
}
