/** The course of a round: who is still to come, what a card would change in it, and who was passed
 * over. Everything here is public. */
import type { Entry } from '../../lib/match.svelte';
import type { EmperorView } from '../../lib/protocol';
import { seatOf, type Plan } from './acts';

export type Course = Pick<
  EmperorView,
  'ring' | 'direction' | 'pointer' | 'gap' | 'accused' | 'emperor' | 'phase'
>;

const step = (course: Course): number => (course.direction === 'ccw' ? -1 : 1);

/** EM-18, EM-19: the neighbour of the last turn-taker, or of the gap that a dead one left. */
export function nextOf(course: Course): number | undefined {
  const n = course.ring.length;
  if (course.gap !== null)
    return course.ring[(course.gap + (course.direction === 'ccw' ? n - 1 : 0)) % n];
  const place = course.ring.indexOf(course.pointer ?? course.emperor);
  return course.ring[(place + step(course) + n) % n];
}

/** Those who are still to come in this round, the next one first; it ends with the Emperor. */
export function toCome(course: Course): number[] {
  if (course.direction === null || course.phase === 'over') return [];
  if (course.pointer === course.emperor && course.phase !== 'slot') return [];
  const next = nextOf(course);
  if (next === undefined) return [];
  const n = course.ring.length;
  const out: number[] = [];
  for (let place = course.ring.indexOf(next), i = 0; i < n; i++, place += step(course)) {
    const seat = course.ring[(place + n) % n]!;
    out.push(seat);
    if (seat === course.emperor) break;
  }
  return out;
}

/** The course after a card that changes it; nothing for any other answer. */
export function after(course: Course, plan: Plan, me: number): Course | null {
  const target = seatOf(plan.marks[0] ?? '');
  const other = seatOf(plan.marks[1] ?? '');
  switch (plan.verb) {
    case 'transposition':
      return { ...course, ring: exchanged(course.ring, me, target) };
    case 'guarding':
      return { ...course, ring: exchanged(course.ring, other < 0 ? me : other, target) };
    case 'reverse':
      return { ...course, direction: course.direction === 'cw' ? 'ccw' : 'cw' };
    case 'accuse':
      return { ...course, accused: [...course.accused, target] };
    case 'direction':
      return { ...course, direction: plan.marks[0]!.slice('way:'.length), phase: 'slot' };
    default:
      return null;
  }
}

const exchanged = (ring: readonly number[], one: number, other: number): number[] =>
  ring.map((seat) => (seat === one ? other : seat === other ? one : seat));

/** The chairs around the table: nobody moves but those who change seats. `ring` begins anywhere. */
export function settle(chairs: readonly number[], ring: readonly number[], me: number): number[] {
  const turned = (by: number): number[] => [...ring.slice(by), ...ring.slice(0, by)];
  const stay = chairs.filter((seat) => ring.includes(seat));
  if (stay.length !== ring.length) return turned(Math.max(0, ring.indexOf(me)));
  let best = turned(0);
  let most = -1;
  for (let by = 0; by < ring.length; by++) {
    const now = turned(by);
    const same = now.filter((seat, i) => seat === stay[i]).length;
    if (same > most) [best, most] = [now, same];
  }
  return best;
}

export type Part = 'played' | 'skipped' | 'moved' | 'reversed';

/** What became of each seat's turn in this round so far, from the log; those who are still to come
 * are left out. */
export function past(log: readonly Entry[], course: Course): Map<number, Part> {
  const start = log.findLastIndex((entry) => entry.kind === 'round');
  const parts = new Map<number, Part>();
  let why: Part = 'moved';
  for (const { kind, data } of log.slice(start + 1)) {
    if (kind === 'turn') parts.set(data.who as number, 'played');
    else if (kind === 'skipped') parts.set(data.who as number, 'skipped');
    else if (kind === 'moved') why = 'moved';
    else if (kind === 'reverse') why = 'reversed';
  }
  const coming = new Set(toCome(course));
  if (course.direction !== null)
    for (const seat of course.ring) if (!parts.has(seat) && !coming.has(seat)) parts.set(seat, why);
  return parts;
}

/** When a Condemn falls: in its window now, at the end of the turn under way, or of a turn to come. */
export function moment(
  condemn: { id: number; clock: number; turn: number },
  view: Pick<EmperorView, 'resolving' | 'pointer' | 'turns' | 'phase'>,
): 'now' | 'this' | 'next' {
  if (condemn.id === view.resolving) return 'now';
  const running = condemn.clock === view.pointer && condemn.turn < view.turns;
  return running && ['main', 'discard', 'resolve'].includes(view.phase) ? 'this' : 'next';
}
