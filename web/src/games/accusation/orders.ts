/** Standing orders of this table: what I decided about the card that I played. They are armed at the
 * server, so that they hold while I am away. */
import { face, type Part, type Table } from './cards';

/** Where letters are typed, and so are no keys of the table. */
export const TYPED = 'input:not([type="checkbox"]), textarea, select';

/** Windows in which one passes, or uses an ability. */
export const WINDOWS: readonly string[] = ['open', 'plan', 'reveal', 'last'];

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
