/** What is said at a table, by who hears it: all lines with the same hearers are a thread. */
import type { Line } from './protocol';

type Heard = Pick<Line, 'seat' | 'to'>;
/** A thread of whispers is named by its other seats. */
export const ALL = 'all'; // no thread, but everything I may read
export const PUBLIC = 'public';

/** The others who hear a line; null for everyone. */
export function hearers(line: Heard, me: number): number[] | null {
  if (line.to === null) return null;
  const seats = [...new Set([line.seat, ...line.to])].filter((seat) => seat !== me);
  return seats.sort((one, other) => one - other);
}

export function threadOf(line: Heard, me: number): string {
  return hearers(line, me)?.join(',') ?? PUBLIC;
}

/** The others in a thread; null for everyone. */
export const seatsOf = (thread: string): number[] | null =>
  thread === ALL || thread === PUBLIC ? null : thread.split(',').map(Number);

/** Every thread of whispers in which something was said, in the order of seats. */
export function whispers(lines: readonly Heard[], me: number): string[] {
  const found = lines.filter((line) => line.to?.length).map((line) => threadOf(line, me));
  const first = (thread: string): number => seatsOf(thread)?.[0] ?? 0;
  return [...new Set(found)].sort((one, other) => first(one) - first(other));
}
