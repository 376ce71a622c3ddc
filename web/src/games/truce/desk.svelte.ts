/** What lies open at this player's place and nowhere else: the action that is being composed, a gift
 * that is not given yet, guesses about the others, and what the table shows of a reveal. */
import type { Match } from '../../lib/match.svelte';
import type { Order as PastOrder, TruceView } from '../../lib/protocol';
import { aims, KINDS, type Kind, type Order } from './resolve';
import { Show } from './show.svelte';

export type TruceMatch = Match<TruceView>;
export interface Gift {
  coins: number;
  to: number | null;
  sure: boolean; // asked once more
}

class Desk {
  kind = $state<Kind | null>(null); // chosen without its target so far
  gift = $state<Gift | null>(null);
  panel = $state<'whatIf' | 'report' | null>(null);
  guesses = $state<Record<number, Order>>({});
  readonly show = new Show();
}

const desks = new WeakMap<TruceMatch, Desk>();

export function deskOf(match: TruceMatch): Desk {
  let desk = desks.get(match);
  if (!desk) desks.set(match, (desk = new Desk()));
  return desk;
}

/** An order from its notation: `attack Agatha`. */
export function read(act: string | null | undefined, names: readonly string[]): Order | null {
  const [verb, ...rest] = (act ?? '').split(' ');
  const kind = KINDS.find((one) => one === verb);
  if (!kind) return null;
  const target = names.indexOf(rest.join(' '));
  return aims(kind) ? { kind, target: target < 0 ? null : target } : { kind };
}

export const notation = (kind: Kind, name = ''): string => (name ? `${kind} ${name}` : kind);

/** An order that was revealed, as it counted. */
export const counted = (order: PastOrder): Order =>
  order.valid ? { kind: order.kind as Kind, target: order.target } : { kind: 'pass' };
