/** Acts as notation: `use wiretap Barney`, `accuse Agatha`. */
import type { Aim } from '../../lib/match.svelte';

/** Abilities that can be used, with the seats at which they can be aimed. */
export function uses(options: readonly string[], names: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const option of options) {
    const [verb, key, ...name] = option.split(' ');
    if (verb !== 'use' || !key) continue;
    const seats = found.get(key) ?? [];
    found.set(key, name.length ? [...seats, names.indexOf(name.join(' '))] : seats);
  }
  return found;
}

/** The seats that acts of a verb name. */
export const seatsOf = (
  options: readonly string[],
  verb: string,
  names: readonly string[],
): number[] =>
  options
    .filter((one) => one.startsWith(`${verb} `))
    .map((one) => names.indexOf(one.slice(verb.length + 1)));

export const aimAt = (
  seats: readonly number[],
  chosen: number | null,
  choose: (seat: number) => void,
): Aim => ({ seats: new Set(seats), chosen, choose });
