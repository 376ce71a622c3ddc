/** Answers as a hand would give them: a verb, and then what it points at, one thing after another.
 * From the notation of the legal answers alone, so nothing can be pointed at that is not legal. */

import { holds } from '../../lib/bag';

/** Something that can be pointed at: `seat:3`, `slot:3:1`, `condemn:2`, `card:swap`, `way:cw`. */
export type Mark = string;

export interface Plan {
  act: string;
  verb: string;
  marks: Mark[];
}

export const seatMark = (seat: number): Mark => `seat:${seat}`;
export const slotMark = (seat: number, slot: number): Mark => `slot:${seat}:${slot}`;
export const condemnMark = (id: number): Mark => `condemn:${id}`;
export const cardMark = (card: string): Mark => `card:${card}`;
export const cardOf = (mark: Mark): string => mark.slice('card:'.length);

/** The seat that a mark lies at, or -1. */
export function seatOf(mark: Mark): number {
  const [kind, seat] = mark.split(':');
  return kind === 'seat' || kind === 'slot' ? Number(seat) : -1;
}

/** Every way to point an answer out; the two cards of an Investigation come in either order. */
export function plansOf(act: string, names: readonly string[], me: number): Plan[] {
  const space = act.indexOf(' ');
  const verb = space < 0 ? act : act.slice(0, space);
  const rest = space < 0 ? '' : act.slice(space + 1);
  return waysOf(verb, rest, names, me).map((marks) => ({ act, verb, marks }));
}

function waysOf(verb: string, rest: string, names: readonly string[], me: number): Mark[][] {
  if (rest === '') return [[]];
  if (verb === 'direction') return [[`way:${rest}`]];
  if (verb === 'discard') return [rest.split(' ').map(cardMark)];
  if (verb === 'shuffle') return [[cardMark(rest.slice('keep '.length))]];
  if (/^c\d+$/.test(rest) && /clearance|counter/.test(verb))
    return [[condemnMark(Number(rest.slice(1)))]];
  if (verb === 'swap') return [[slotMark(me, Number(rest[1])), ...slots(rest.slice(3), names)]];
  if (verb === 'guarding') return [guarding(rest, names)];
  if (rest.includes('#')) {
    const found = slots(rest, names);
    return found.length === 2 ? [found, [...found].reverse()] : [found];
  }
  return [[seatMark(names.indexOf(rest))]];
}

function slots(text: string, names: readonly string[]): Mark[] {
  for (const [seat, name] of names.entries()) {
    const begin = `${name}#`;
    const slot = text[begin.length];
    if (!text.startsWith(begin) || slot === undefined || !'012'.includes(slot)) continue;
    const left = text.slice(begin.length + 1).trim();
    const more = left === '' ? [] : slots(left, names);
    if (left === '' || more.length > 0) return [slotMark(seat, Number(slot)), ...more];
  }
  return [];
}

/** Who moves, and to whose place: the Emperor names both. */
function guarding(text: string, names: readonly string[]): Mark[] {
  if (names.includes(text)) return [seatMark(names.indexOf(text))];
  for (const [seat, name] of names.entries()) {
    const mover = text.slice(`${name} with `.length);
    if (text.startsWith(`${name} with `) && names.includes(mover))
      return [seatMark(names.indexOf(mover)), seatMark(seat)];
  }
  return [];
}

/** Cards that go together are pointed at in any order; all else has its place. */
const begins = (plan: Plan, verb: string, marks: readonly Mark[]): boolean =>
  plan.verb === verb &&
  (verb === 'discard'
    ? holds(plan.marks, marks)
    : marks.every((mark, i) => plan.marks[i] === mark));

/** What may be pointed at next. */
export function nextMarks(plans: readonly Plan[], verb: string, marks: readonly Mark[]): Set<Mark> {
  const found = new Set<Mark>();
  for (const plan of plans) {
    if (!begins(plan, verb, marks)) continue;
    const left = [...plan.marks];
    for (const mark of verb === 'discard' ? marks : []) left.splice(left.indexOf(mark), 1);
    for (const mark of verb === 'discard' ? left : left.slice(marks.length, marks.length + 1))
      found.add(mark);
  }
  return found;
}

/** The answer that has been pointed out in full, if it has. */
export const planned = (
  plans: readonly Plan[],
  verb: string,
  marks: readonly Mark[],
): Plan | undefined =>
  plans.find((plan) => plan.marks.length === marks.length && begins(plan, verb, marks));
