/** What I know of who played what: public facts, what I was shown, my own card; from the view and
 * from what the log told me. */
import type { Entry } from '../../lib/match.svelte';
import type { Card, View } from './cards';

export type How = 'mine' | 'claimed' | 'admitted' | 'tapped' | 'audited' | 'exposed';
export interface Played {
  round: number;
  seat: number;
  card: Card;
  how: How;
}
export interface Seen {
  round: number;
  /** Whose hand it was in, or the pile. */
  seat: number | null;
  card: Card;
}
export interface Memory {
  played: Played[];
  seen: Seen[];
  /** By round: what was revealed, in order. */
  revealed: Map<number, Card[]>;
}

const HOW: Record<string, How> = {
  claimed: 'claimed',
  claimed_success: 'claimed',
  admitted: 'admitted',
  tapped_card: 'tapped',
  audited: 'audited',
  exposed: 'exposed',
  selected_card: 'mine',
};

/** The whole match as this seat may remember it. */
export function memory(log: readonly Entry[], me: number): Memory {
  const found: Memory = { played: [], seen: [], revealed: new Map() };
  let round = 1; // the log tells of the others
  const played = (seat: number, card: Card, how: How): void => {
    const twice = found.played.some((one) => one.round === round && one.seat === seat);
    if (!twice) found.played.push({ round, seat, card, how });
  };
  for (const { kind, data } of log) {
    if (kind === 'round') round = data.round as number;
    const how = HOW[kind];
    if (how === 'mine') played(me, data.card, how);
    else if (how === 'tapped' || how === 'audited') played(data.target, data.card, how);
    else if (how) played(data.who, data.card, how);
    if (kind === 'shown_card' && data.target !== me)
      found.seen.push({ round, seat: data.target, card: data.card });
    if (kind === 'looked_cards')
      for (const card of data.cards as Card[]) found.seen.push({ round, seat: null, card });
    if (kind === 'revealed' || kind === 'revealed_works') {
      const card = kind === 'revealed' ? (data.card as Card) : 'PW';
      found.revealed.set(round, [...(found.revealed.get(round) ?? []), card]);
    }
  }
  return found;
}

const isWorks = (card: Card): boolean => typeof card === 'number' && card > 45;

/** What a Tracker shows, if I know it this round. */
export function trackerOf(view: View, past: Memory, seat: number): Card | null {
  if (seat === view.seat) return view.tracker;
  const tapped = past.played.find((one) => one.round === view.round && one.seat === seat);
  return view.known[seat] ?? tapped?.card ?? null;
}

export type Fact = 'yes' | 'no' | null;

/** Whether a seat (null: the World Deck) put a revealed card of this round into the pile, as far as
 * that is certain. `honest`: answers at this table are true. */
export function fact(
  view: View,
  past: Memory,
  card: Card,
  seat: number | null,
  honest: boolean,
): Fact {
  const others = view.tokens.map((_, other) => other).filter((other) => other !== seat);
  const taken = others.some((other) => card !== 'PW' && trackerOf(view, past, other) === card);
  if (seat === null) return taken || card === 'PW' ? 'no' : null;
  const own = trackerOf(view, past, seat);
  if (own !== null) {
    return own === card || (card === 'PW' && isWorks(own)) ? 'yes' : 'no';
  }
  if (taken || !view.contributors.includes(seat)) return 'no';
  const denied = view.notmes.some(([what, who]) => what === card && who === seat);
  return denied && honest ? 'no' : null;
}

/** With everything revealed: whose card of this round lies in the middle; null for the World Deck. */
export function author(
  views: readonly View[],
  revealed: readonly Card[],
  at: number,
): number | null {
  const card = revealed[at]!;
  const played = views.flatMap(({ tracker }, seat) => (tracker === null ? [] : { tracker, seat }));
  if (card !== 'PW') return played.find(({ tracker }) => tracker === card)?.seat ?? null;
  const earlier = revealed.slice(0, at).filter((one) => one === 'PW').length;
  return played.filter(({ tracker }) => isWorks(tracker))[earlier]?.seat ?? null;
}

/** Who has a card in the pile that is not revealed yet. */
export function waiting(views: readonly View[], revealed: readonly Card[]): number[] {
  const out = revealed.map((_, at) => author(views, revealed, at));
  return views.flatMap(({ tracker }, seat) =>
    tracker === null || out.includes(seat) ? [] : [seat],
  );
}
