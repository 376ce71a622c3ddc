/** Standing orders of this table: windows that I pass without being asked, and what I decided about
 * the card that I played. They are armed at the server, so that they hold while I am away. */
import { face, type Part, type Table } from './cards';

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

/** The questions that the parts of my own card lead to. */
const CLAIMS: Partial<Record<Part['section'], string>> = { country: 'claim', success: 'success' };
const isClaim = (prompt: string): boolean => Object.values(CLAIMS).includes(prompt);
export type Will = 'claim' | 'decline';
/** What deciding so is called. */
export const WILLS = { claim: 'claimComes', decline: 'claimNever' } as const;

/** The questions about my card that are still to come. */
export function toDecide(match: Table): string[] {
  const { tracker, revealed, event } = match.state!.view;
  if (tracker === null || match.over || match.only !== null) return [];
  if (revealed.includes(tracker) && event?.card !== tracker) return [];
  return face(tracker).parts.flatMap((part) => CLAIMS[part.section] ?? []);
}

/** What I decided in advance. */
export const willOf = (match: Table): Will | null =>
  (match.state!.standing.find((order) => isClaim(order.prompt))?.act as Will | undefined) ?? null;

/** Decide in advance about the card that I played, or not any more. */
export function decide(match: Table, act: Will | null): void {
  const others = match.state!.standing.filter((order) => !isClaim(order.prompt));
  const mine = act === null ? [] : toDecide(match).map((prompt) => ({ prompt, act }));
  void match.arm([...others, ...mine]);
}
