/** Where the lines of a curve run, as numbers: the drawing is in Curve.svelte. */
import type { StoryPart } from '../lib/protocol';

export interface Line {
  /** Seats whose numbers never differed: they share a line. */
  seats: number[];
  values: number[];
}

/** One line for each course, whoever's it is. */
export function lines(parts: readonly StoryPart[], seats: number): Line[] {
  const found = new Map<string, Line>();
  for (let seat = 0; seat < seats; seat++) {
    const values = parts.map((part) => part.power[seat] ?? 0);
    const known = found.get(values.join());
    if (known) known.seats.push(seat);
    else found.set(values.join(), { seats: [seat], values });
  }
  return [...found.values()];
}

/** Where lines run together they lie side by side: by how many places each one is moved there, from
 * the middle of all that share a value. */
export function aside(all: readonly Line[], line: number, at: number): number {
  const value = all[line]!.values[at];
  const same = all.flatMap((one, i) => (one.values[at] === value ? [i] : []));
  return same.indexOf(line) - (same.length - 1) / 2;
}

/** Round numbers from below the lowest value to above the highest, some `wanted` of them. */
export function ticks(values: readonly number[], wanted = 4): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(low + 1, ...values);
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].find((by) => by * power >= rough)! * power);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** Which parts are numbered below: all, or every so many, and never so close that they touch. */
export function labelled(count: number, width: number, each = 30): number[] {
  const most = Math.max(1, Math.floor(width / each));
  const every = [1, 2, 5, 10, 20, 50, 100].find((by) => count / by <= most) ?? 200;
  return Array.from({ length: Math.floor(count / every) }, (_, i) => (i + 1) * every);
}

/** Places as near as possible to those wanted, none closer than `gap` to the next. */
export function apart(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  order.forEach((at, i) => {
    const above = i > 0 ? placed[order[i - 1]!]! + gap : -Infinity;
    placed[at] = Math.max(wanted[at]!, above);
  });
  let below = bottom;
  for (const at of order.reverse()) {
    placed[at] = Math.min(placed[at]!, below);
    below = placed[at]! - gap;
  }
  return placed;
}

/** The rows worth reading aloud: where anything changed, the first and the last. */
export function changed(parts: readonly StoryPart[]): StoryPart[] {
  return parts.filter(
    (part, i) =>
      i === 0 ||
      i === parts.length - 1 ||
      part.power.some((value, seat) => value !== parts[i - 1]!.power[seat]),
  );
}
