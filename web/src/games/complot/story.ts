/** What happened: what a player did in their last turn, from the log; and what moves when something
 * happens, cards between piles and points to where they are counted. */
import type { Entry } from '../../lib/match.svelte';
import { pause, travel } from '../../lib/motion';
import type { Faces } from './cards';

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

interface Way {
  from: string;
  to: string;
  shape: string;
  count?: number;
}
const MOST = 5; // points of one card that are worth a movement

/** Where the things of one event go. */
export function ways({ kind, data }: Entry, of: Faces, active: number): Way[] {
  const seat = data.seat as number;
  const leaf = data.card ? `leaf of-${of(data.card as string).cohort}` : 'leaf';
  const card = `front-${seat}-${data.card as string}`;
  const points = (from: string): Way[] => [
    ...(data.a ? [{ from, to: 'pool-a', shape: 'fist', count: Math.min(MOST, data.a) }] : []),
    ...(data.r ? [{ from, to: 'pool-r', shape: 'sun', count: Math.min(MOST, data.r) }] : []),
  ];
  switch (kind) {
    case 'played':
      return [{ from: `hand-${seat}`, to: card, shape: leaf }, ...points(card)];
    case 'activated':
    case 'bonus':
    case 'doubled':
      return points(`front-${data.seat ?? active}-${data.card as string}`);
    case 'bought':
      return [{ from: 'market', to: `discard-${seat}`, shape: leaf }];
    case 'bought_top':
      return [{ from: 'market', to: `deck-${seat}`, shape: leaf }];
    case 'refilled':
      return [{ from: 'market', to: `slot-${data.slot as number}`, shape: leaf }];
    case 'destroyed':
    case 'discredited':
      return [{ from: `front-${seat}`, to: `discard-${seat}`, shape: leaf }];
    case 'hit':
      return [{ from: 'pool-a', to: `wit-${seat}`, shape: 'fist', count: Math.min(9, data.n) }];
    case 'converted':
      return [{ from: 'pool-r', to: 'pool-a', shape: 'sun', count: Math.min(MOST, data.n) }];
    case 'eliminated_hand':
      return [{ from: `hand-${seat}`, to: 'gone', shape: leaf }];
    case 'eliminated_discard':
      return [{ from: `discard-${seat}`, to: 'gone', shape: leaf }];
    case 'eliminated_front':
    case 'disposed':
      return [{ from: `front-${seat}`, to: 'gone', shape: leaf }];
    case 'reported':
      return [{ from: 'market', to: 'gone', shape: leaf }];
    case 'stammered':
      return [{ from: `hand-${seat}`, to: `discard-${seat}`, shape: leaf }];
    case 'drew':
    case 'drew_hidden':
    case 'drew_top': {
      const count = (data.count as number | undefined) ?? (data.cards as string[])?.length ?? 1;
      return [{ from: `deck-${seat}`, to: `hand-${seat}`, shape: 'leaf', count }];
    }
    case 'reshuffled':
      return [{ from: `discard-${seat}`, to: `deck-${seat}`, shape: 'leaf', count: 3 }];
    case 'turn_ended': {
      const count = (data.played as string[]).length;
      return count ? [{ from: `front-${seat}`, to: `discard-${seat}`, shape: 'leaf', count }] : [];
    }
    default:
      return [];
  }
}

/** Let everything of an update move, a little apart. The table shows the new state already. */
export async function move(news: readonly Entry[], of: Faces, active: number): Promise<void> {
  for (const entry of news) {
    const all = ways(entry, of, active);
    for (const { from, to, shape, count } of all) void travel(from, to, shape, count, 480);
    if (all.length) await pause(90);
  }
}
