import { describe, expect, it } from 'vitest';
import { before, change, lastReveal, parts, type Coins } from '../src/games/truce/story';
import type { Entry } from '../src/lib/match.svelte';

let count = 0;
const entry = (kind: string, data: Entry['data'] = {}): Entry => ({
  number: count++,
  kind,
  data,
  lines: [kind],
});

/** The chain of the rulebook: Agatha loots 2, Barney robs her, Charles (backed by Darcy) robs him. */
const chain = [
  entry('reveal', { orders: [] }),
  entry('support', { supporter: 3, path: [2], lands: 2 }),
  entry('supporters', { supporters: [0, 0, 1, 0] }),
  entry('loot', { looter: 0, coins: 2 }),
  entry('attack_on_looter', { attacker: 1, target: 0, attack: 0, defence: 0 }),
  entry('attack', { attacker: 2, target: 1, attack: 1, defence: 0 }),
  entry('robbed_supply', { robber: 1, victim: 0, coins: 1 }),
  entry('robbed_supply', { robber: 2, victim: 1, coins: 1 }),
  entry('robbed_spoils', { robber: 1, victim: 0, coins: 2 }),
  entry('robbed_spoils', { robber: 2, victim: 1, coins: 3 }),
  entry('banked', { coins: [0, 0, 4, 0], supply: [2, 2, 7, 3] }),
];

describe('a reveal', () => {
  it('is found in the log, without what came before and after', () => {
    const log = [entry('reveal'), entry('banked'), entry('round'), ...chain, entry('round')];
    const found = lastReveal(log);
    expect(found[0]).toBe(chain[0]);
    expect(found.at(-1)).toBe(chain.at(-1));
    expect(found.map((one) => one.kind)).not.toContain('supporters');
    expect(lastReveal([entry('round')])).toEqual([]);
  });

  it('starts from what lay on the table before it', () => {
    expect(before(lastReveal(chain), 0, 5)).toEqual({
      supply: [3, 3, 3, 3],
      spoils: [0, 0, 0, 0],
      stash: 2,
      removed: 5,
      supporters: [0, 0, 0, 0],
    });
  });

  it('comes to what is banked, and never shows less than nothing', () => {
    const events = lastReveal(chain);
    let coins: Coins = before(events, 0, 0);
    for (const one of events) {
      coins = change(coins, one);
      expect(Math.min(...coins.supply, ...coins.spoils, coins.stash)).toBeGreaterThanOrEqual(0);
    }
    expect(coins).toEqual({
      supply: [2, 2, 7, 3],
      spoils: [0, 0, 0, 0],
      stash: 0,
      removed: 0,
      supporters: [0, 0, 1, 0],
    });
  });

  it('knows of coins that leave the game', () => {
    const lost = [
      entry('reveal'),
      entry('loot', { looter: 0, coins: 1 }),
      entry('removed_stash', { coins: 1 }),
      entry('removed_supply', { owner: 1, coins: 1 }),
      entry('removed_spoils', { owner: 0, coins: 1 }),
      entry('banked', { coins: [0, 0, 0], supply: [3, 0, 3] }),
    ];
    expect(before(lost, 0, 4)).toMatchObject({ supply: [3, 1, 3], stash: 2, removed: 1 });
  });

  it('is told in the order of the rulebook', () => {
    const scenes = parts(lastReveal(chain)).map((beat) => beat.scene);
    expect(scenes).toEqual([
      'orders',
      'support',
      'stash',
      'attacks',
      'attacks',
      'coins',
      'coins',
      'coins',
      'coins',
      'bank',
    ]);
  });

  it('shows many attacks together', () => {
    const many = Array.from({ length: 9 }, (_, i) => entry('attack_failed', { attacker: i }));
    expect(parts([entry('reveal'), ...many]).map((beat) => beat.entries.length)).toEqual([1, 9]);
  });
});
