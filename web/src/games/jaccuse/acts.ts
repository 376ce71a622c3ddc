/** Answers of J'Accuse as notation: `parley 2♣ 3♣ with Bob`, `accuse Bob red`. */
import { holds } from '../../lib/bag';

export interface Act {
  verb: string;
  cards: string[];
  /** A name. */
  target: string | null;
  colour: 'red' | 'black' | null;
}

/** The verb that a tap on a hand card means, by kind of question. */
export const CARD_VERBS: Record<string, string> = {
  membership: 'membership',
  replace: 'membership',
  vote: 'vote',
  runoff: 'vote',
  action: 'defect',
  enact: 'enact',
};

export function parse(text: string): Act {
  const act: Act = { verb: text, cards: [], target: null, colour: null };
  const space = text.indexOf(' ');
  if (space < 0 || text === 'no parley') return act;
  act.verb = text.slice(0, space);
  let rest = text.slice(space + 1);
  if (act.verb === 'accuse') {
    const cut = rest.lastIndexOf(' ');
    act.colour = rest.slice(cut + 1) as 'red' | 'black';
    act.target = rest.slice(0, cut);
    return act;
  }
  const cut = act.verb === 'parley' ? rest.indexOf(' with ') : -1;
  if (cut >= 0) {
    act.target = rest.slice(cut + ' with '.length);
    rest = rest.slice(0, cut);
  }
  act.cards = rest.split(' ');
  return act;
}

/** The option with these cards in any order, and this target; null if there is none. */
export function find(
  options: readonly string[],
  cards: readonly string[],
  target: string | null,
): string | null {
  const found = options.find((option) => {
    const act = parse(option);
    return act.target === target && act.cards.length === cards.length && holds(act.cards, cards);
  });
  return found ?? null;
}
