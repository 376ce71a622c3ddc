/** What a player did in their last turn, from the log. */
import type { Entry } from '../../lib/match.svelte';

export interface Recap {
  played: string[];
  bought: string[];
  broke: string[];
  hit: number;
}

/** Null before the first turn of that seat is over. Points and purchases are left out where
 * something was taken back: the log does not say what. */
export function lastTurn(log: readonly Entry[], seat: number): Recap | null {
  const of = (entry: Entry, kind: string): boolean =>
    entry.kind === kind && entry.data.seat === seat;
  const end = log.findLastIndex((entry) => of(entry, 'turn_ended'));
  if (end < 0) return null;
  const start = log.slice(0, end).findLastIndex((entry) => of(entry, 'turn'));
  const turn = log.slice(start + 1, end);
  const played = log[end]!.data.played as string[];
  if (turn.some((entry) => entry.kind === 'undone'))
    return { played, bought: [], broke: [], hit: 0 };
  const cards = (...kinds: string[]): string[] =>
    turn.filter((entry) => kinds.includes(entry.kind)).map((entry) => entry.data.card as string);
  const hits = turn.filter((entry) => entry.kind === 'hit');
  return {
    played: turn.filter((entry) => of(entry, 'played')).map((entry) => entry.data.card as string),
    bought: cards('bought', 'bought_top'),
    broke: cards('destroyed', 'discredited'),
    hit: hits.reduce((sum, entry) => sum + (entry.data.n as number), 0),
  };
}
