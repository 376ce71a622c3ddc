/** A reveal as a sequence of scenes, from the events that tell it. */
import type { Beat, Lengths } from '../../lib/beats';
import type { Entry } from '../../lib/match.svelte';
import type { Order } from '../../lib/protocol';

export const SCENES = ['orders', 'support', 'stash', 'attacks', 'coins', 'bank'] as const;
export type Scene = (typeof SCENES)[number];

/** What happens at one moment. */
export interface Part {
  scene: Scene;
  entries: Entry[];
}

/** What the table shows of a beat: its scene, and how everything stood when the orders were opened. */
export interface Picture {
  scene: Scene;
  orders: readonly Order[];
  start: Coins;
}

/** Everything that a reveal changes, at one moment of it. */
export interface Coins {
  supply: readonly number[];
  spoils: readonly number[];
  stash: number;
  removed: number;
  supporters: readonly number[];
}

const SCENE_OF: Record<string, Scene> = {
  reveal: 'orders',
  support: 'support',
  support_passed: 'support',
  support_lost: 'support',
  loot: 'stash',
  removed_stash: 'stash',
  attack: 'attacks',
  attack_on_looter: 'attacks',
  attack_failed: 'attacks',
  robbed_supply: 'coins',
  removed_supply: 'coins',
  robbed_spoils: 'coins',
  removed_spoils: 'coins',
  banked: 'bank',
};
export const lengths: Lengths = {
  reveal: 1200,
  support: 900,
  support_passed: 1300,
  support_lost: 1300,
  loot: 900,
  removed_stash: 700,
  attack: 1100,
  attack_on_looter: 1100,
  attack_failed: 1100,
  robbed_supply: 900,
  removed_supply: 700,
  robbed_spoils: 900,
  removed_spoils: 700,
  banked: 900,
};
const MOST = 2000; // what happens at one moment is told together
const APART = 4; // so many attacks, or moves of coins, are shown one after the other

/** The events of the latest reveal; none before the first one. */
export function lastReveal(log: readonly Entry[]): Entry[] {
  const start = log.findLastIndex((entry) => entry.kind === 'reveal');
  if (start < 0) return [];
  const end = log.findIndex((entry, i) => i > start && entry.kind === 'banked');
  return log.slice(start, end + 1).filter((entry) => entry.kind in SCENE_OF);
}

export const ordersOf = (events: readonly Entry[]): Order[] =>
  (events.find((entry) => entry.kind === 'reveal')?.data.orders ?? []) as Order[];

/** The parts of a reveal in the rulebook's own order (TR-10). */
export function parts(events: readonly Entry[]): Part[] {
  return SCENES.flatMap((scene): Part[] => {
    const entries = events.filter((entry) => SCENE_OF[entry.kind] === scene);
    if (entries.length === 0) return [];
    const several =
      scene === 'attacks'
        ? entries.map((entry) => [entry])
        : scene === 'coins'
          ? moves(entries)
          : [];
    if (several.length > 1 && several.length <= APART) {
      return several.map((part) => ({ scene, entries: part }));
    }
    return [{ scene, entries }];
  });
}

/** The same as beats, from how the table stood. */
export function reveal(events: readonly Entry[], start: Coins): Beat[] {
  const orders = ordersOf(events);
  return parts(events).map(({ scene, entries }) => ({
    entries,
    ms: Math.min(
      MOST,
      entries.reduce((sum, { kind }) => sum + lengths[kind]!, 0),
    ),
    lines: entries.flatMap(({ lines }) => lines),
    picture: { scene, orders, start } satisfies Picture,
  }));
}

/** Moves of coins that belong together: what one victim loses of Supply, or of Spoils. */
function moves(entries: readonly Entry[]): Entry[][] {
  const out: Entry[][] = [];
  const key = ({ kind, data }: Entry): string =>
    `${kind.split('_')[1]}/${data.victim ?? data.owner}`;
  for (const entry of entries) {
    const last = out.at(-1);
    if (last && key(last[0]!) === key(entry)) last.push(entry);
    else out.push([entry]);
  }
  return out;
}

/** What one event changes; `way` −1 takes it back. */
export function change(coins: Coins, { kind, data }: Entry, way: 1 | -1 = 1): Coins {
  const add = (values: readonly number[], seat: number, n: number): number[] =>
    values.map((value, i) => (i === seat ? value + way * n : value));
  const n = data.coins as number;
  switch (kind) {
    case 'support':
    case 'support_passed':
      return { ...coins, supporters: add(coins.supporters, data.lands, 1) };
    case 'loot':
      return { ...coins, stash: coins.stash - way * n, spoils: add(coins.spoils, data.looter, n) };
    case 'removed_stash':
      return { ...coins, stash: coins.stash - way * n, removed: coins.removed + way * n };
    case 'robbed_supply':
      return {
        ...coins,
        supply: add(coins.supply, data.victim, -n),
        spoils: add(coins.spoils, data.robber, n),
      };
    case 'robbed_spoils':
      return { ...coins, spoils: add(add(coins.spoils, data.victim, -n), data.robber, n) };
    case 'removed_supply':
      return {
        ...coins,
        supply: add(coins.supply, data.owner, -n),
        removed: coins.removed + way * n,
      };
    case 'removed_spoils':
      return {
        ...coins,
        spoils: add(coins.spoils, data.owner, -n),
        removed: coins.removed + way * n,
      };
    case 'banked':
      return bank(coins, data.coins as number[], way);
    default:
      return coins;
  }
}

function bank(coins: Coins, banked: readonly number[], way: 1 | -1): Coins {
  const moved = (values: readonly number[], sign: number): number[] =>
    values.map((value, i) => value + sign * banked[i]!);
  return { ...coins, supply: moved(coins.supply, way), spoils: moved(coins.spoils, -way) };
}

/** How the table stood when the orders were opened: the end of the reveal, taken back event by
 * event. The Stash and the coins out of the game are told by the view alone. */
export function before(events: readonly Entry[], stash: number, removed: number): Coins {
  const end = events.at(-1)?.data.supply as number[] | undefined;
  const supply = end ?? [];
  const none = supply.map(() => 0);
  const supporters = events
    .filter((entry) => entry.kind === 'support' || entry.kind === 'support_passed')
    .reduce((all, { data }) => all.map((n, i) => n + (i === data.lands ? 1 : 0)), none);
  const after: Coins = { supply, spoils: none, stash, removed, supporters };
  return events.toReversed().reduce((coins, entry) => change(coins, entry, -1), after);
}
