/** Standing orders of this table: windows that I pass without being asked. They are armed at the
 * server, so that they hold while I am away. */
import type { Table } from './cards.svelte';

/** Where letters are typed, and so are no keys of the table. */
export const TYPED = 'input:not([type="checkbox"]), textarea, select';

export const PASSES = ['open', 'plan', 'reveal', 'last'] as const;
export type Pass = (typeof PASSES)[number];
/** What a standing order is called. */
export const NAMES = {
  open: 'passOpen',
  plan: 'passPlan',
  reveal: 'passReveal',
  last: 'passLast',
} as const;

export const isArmed = (match: Table, prompt: Pass): boolean =>
  match.state?.standing.some((order) => order.prompt === prompt && order.act === 'pass') ?? false;

export function turn(match: Table, prompt: Pass): void {
  const others = match.state!.standing.filter((order) => order.prompt !== prompt);
  void match.arm(isArmed(match, prompt) ? others : [...others, { prompt, act: 'pass' }]);
}
