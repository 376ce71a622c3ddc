/** What the options of a question let each card, pile and button do. Nothing here knows the rules:
 * it only reads the acts that the server offers. */
import { backing, type Faces } from './cards';

export const STUDENTS = 5; // the "slot" of the pile that is always for sale (CO-11)

export interface Moves {
  /** By card: play it, discard it, eliminate it. */
  hand: Map<string, string>;
  /** By slot, `STUDENTS` for the pile: buy it, eliminate it. */
  row: Map<number, string>;
  /** By card: attack it, discredit it. */
  sources: Map<string, string>;
  /** By card and copy (`XP1 2`): choose it. */
  front: Map<string, string>;
  /** By card: eliminate it from the discard. */
  discard: Map<string, string>;
  /** By card: dispose of it. */
  dispose: Map<string, string>;
  /** By card: how much it can convert. */
  convert: Map<string, number>;
  /** How hard one can hit; 0 for not at all. */
  hit: number;
  /** Options of a card that lets one choose. */
  options: string[];
  all: boolean;
  end: boolean;
  decline: boolean;
  /** Acts that this page has no place for. */
  rest: string[];
}

const nothing = (): Moves => ({
  hand: new Map(),
  row: new Map(),
  sources: new Map(),
  front: new Map(),
  discard: new Map(),
  dispose: new Map(),
  convert: new Map(),
  hit: 0,
  options: [],
  all: false,
  end: false,
  decline: false,
  rest: [],
});

export function read(options: readonly string[]): Moves {
  const moves = nothing();
  for (const act of options) if (!place(moves, act)) moves.rest.push(act);
  return moves;
}

function place(moves: Moves, act: string): boolean {
  const [verb, what = '', third, fourth] = act.split(' ');
  if (act === 'end') moves.end = true;
  else if (act === 'play all') moves.all = true;
  else if (act === 'decline') moves.decline = true;
  else if (verb === 'play' || verb === 'discard') moves.hand.set(what, act);
  else if (verb === 'attack') moves.sources.set(what, act);
  else if (verb === 'dispose') moves.dispose.set(what, act);
  else if (verb === 'hit') moves.hit = Math.max(moves.hit, Number(what));
  else if (verb === 'buy') moves.row.set(what === 'slot' ? Number(third) : STUDENTS, act);
  else if (verb === 'convert')
    moves.convert.set(what, Math.max(moves.convert.get(what) ?? 0, Number(third)));
  else if (verb === 'pick' && third !== undefined) return pick(moves, act, what, third, fourth);
  else return false;
  return true;
}

function pick(moves: Moves, act: string, zone: string, thing: string, copy = '1'): boolean {
  if (zone === 'hand') moves.hand.set(thing, act);
  else if (zone === 'discard') moves.discard.set(thing, act);
  else if (zone === 'source') moves.sources.set(thing, act);
  else if (zone === 'front') moves.front.set(`${thing} ${copy}`, act);
  else if (zone === 'slot') moves.row.set(Number(thing), act);
  else if (zone === 'option') moves.options.push(act);
  else return false;
  return true;
}

/** The acts that break every source and hit with what is left; null where Assertion does not
 * suffice. Sources that lean on others come last: they are weaker then (AU-10). */
export function breakAll(front: readonly string[], a: number, of: Faces): string[] | null {
  const order = [...front].sort((x, y) => of(x).d_more.length - of(y).d_more.length);
  const acts: string[] = [];
  for (let i = 0; i < order.length; i++) {
    a -= backing(order[i]!, order.slice(i), of);
    acts.push(`attack ${order[i]}`);
  }
  if (a < 0 || !acts.length) return null;
  return a > 0 ? [...acts, `hit ${a}`] : acts;
}

/** How much Reach can become Assertion, and the acts that turn so much of it: from one
 * Demonstration after the other, since it does not matter whose it is. */
export const convertible = (moves: Moves, reach: number): number =>
  Math.min(
    reach,
    [...moves.convert.values()].reduce((sum, n) => sum + n, 0),
  );

export function demonstrate(moves: Moves, n: number): string[] {
  const acts: string[] = [];
  for (const [card, most] of moves.convert) {
    const part = Math.min(most, n);
    if (part) acts.push(`convert ${card} ${part}`);
    n -= part;
  }
  return acts;
}

/** Each card with the number of its copy, counted from 1 as the notation does. */
export function copies<T extends { card: string }>(cards: readonly T[]): (T & { copy: number })[] {
  const seen = new Map<string, number>();
  return cards.map((one) => {
    const copy = (seen.get(one.card) ?? 0) + 1;
    seen.set(one.card, copy);
    return { ...one, copy };
  });
}

/** Copies beside one another, each where its first lies. */
export function gathered<T extends { card: string }>(cards: readonly T[]): T[] {
  const first = (card: string): number => cards.findIndex((one) => one.card === card);
  return [...cards].sort((a, b) => first(a.card) - first(b.card));
}

/** Cards with how often each is there, in order of their first. */
export function counted(cards: readonly string[]): { card: string; n: number }[] {
  const seen = new Map<string, number>();
  for (const card of cards) seen.set(card, (seen.get(card) ?? 0) + 1);
  return [...seen].map(([card, n]) => ({ card, n }));
}

/** A bag of cards without those of another. */
export function without(cards: readonly string[], gone: readonly string[]): string[] {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
