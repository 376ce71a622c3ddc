/** Truce's rounds, worked out by hand: letters are players, "→" attacks, "⇒" supports,
 * Supply 3 each and Stash 1 unless given, unnamed players Pass. */
import { describe, expect, it } from 'vitest';
import { resolve, type Order, type Result, type Setting } from '../src/games/truce/resolve';

type Counts = Record<string, number>;
interface Given extends Omit<Partial<Setting>, 'supply' | 'spoils'> {
  n?: number;
  supply?: Counts;
  spoils?: Counts;
}

const LETTERS = 'ABCDEFGHIJ';
const seat = (letter: string): number => LETTERS.indexOf(letter);

function read(text: string, n: number): Order[] {
  const orders: Order[] = Array.from({ length: n }, () => ({ kind: 'pass' }));
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, who, sign, whom, word] = /^(\w)(?:([→⇒])(\w)| (\w+))$/.exec(part) ?? [];
    if (!who) continue;
    if (sign)
      orders[seat(who)] = { kind: sign === '→' ? 'attack' : 'support', target: seat(whom!) };
    else orders[seat(who)] = { kind: word!.toLowerCase() as Order['kind'] };
  }
  return orders;
}

function play(text: string, given: Given = {}): Result {
  const letters = [...text].filter((c) => LETTERS.includes(c) && /[A-J]/.test(c));
  const named = letters.filter((c, i, all) => all.indexOf(c) === i).map(seat);
  const n = given.n ?? Math.max(3, ...named.map((s) => s + 1));
  const counts = (values: Counts | undefined, plain: number): number[] =>
    Array.from({ length: n }, (_, s) => values?.[LETTERS[s]!] ?? plain);
  return resolve(read(text, n), {
    ...given,
    supply: counts(given.supply, 3),
    spoils: counts(given.spoils, 0),
    stash: given.stash ?? 1,
  });
}

const named = (values: readonly number[], wanted: Counts): Counts =>
  Object.fromEntries(Object.keys(wanted).map((letter) => [letter, values[seat(letter)]!]));

const ends: [number, string, Given, string, Counts, Partial<Result>?][] = [
  [
    2,
    'three looters',
    { stash: 5, n: 4 },
    'A Loot, B Loot, C Loot',
    { A: 4, B: 4, C: 4, D: 3 },
    { stash: 0, removed: 2 },
  ],
  [
    3,
    'a share of nothing',
    { stash: 2 },
    'A Loot, B Loot, C Loot',
    { A: 3, B: 3, C: 3 },
    { stash: 0, removed: 2 },
  ],
  [4, 'nobody loots', { stash: 4 }, 'A Pass', { A: 3 }, { stash: 4, removed: 0 }],
  [6, 'an attack on a Pass', {}, 'A→B', { A: 3, B: 3 }],
  [7, 'an attack on a defender', {}, 'A→B, B Defend', { A: 3, B: 3 }],
  [8, 'two attacks without support', {}, 'A→B, B→C', { A: 3, B: 3, C: 3 }],
  [9, 'a tie', {}, 'A→B, C⇒A, B Defend, D⇒B', { A: 3, B: 3 }],
  [10, 'two against one', {}, 'A→B, C⇒A, D⇒A, B Defend, E⇒B', { A: 4, B: 2 }],
  [11, 'a backstab', {}, 'B⇒A, A→B', { A: 4, B: 2, C: 3 }],
  [12, 'help for an attack on oneself', {}, 'A⇒B, B⇒C, C→A', { A: 2, C: 4 }],
  [13, 'support is not cut', {}, 'A→D, B⇒A, C→B, E⇒C', { A: 4, B: 2, C: 4, D: 2, E: 3 }],
  [14, 'each attack alone', {}, 'A→G, B→G, C⇒A, D⇒A, E⇒B, F⇒G, G Defend', { A: 4, B: 3, G: 2 }],
  [15, 'an attacker does not defend', {}, 'A→B, B→C, D⇒A, E⇒B, F⇒B', { A: 5, B: 2, C: 2 }],
  [22, 'a supported looter', {}, 'A Loot, B⇒A, C→A', { A: 2, C: 5 }],
  [23, 'a looter is robbed', {}, 'A Loot, B→A', { A: 2, B: 5 }],
  [24, 'one of two looters', { stash: 4 }, 'A Loot, B Loot, C→A', { A: 2, B: 5, C: 6 }],
  [25, 'two robbers of a looter', { stash: 3 }, 'C Loot, A→C, B→C', { A: 5, B: 5, C: 1 }],
  [
    26,
    'too few coins for three',
    { stash: 4, supply: { D: 2 } },
    'D Loot, A→D, B→D, C→D',
    { A: 4, B: 4, C: 4, D: 0 },
    { removed: 3 },
  ],
  [
    27,
    'a share of nothing and a robber',
    { supply: { B: 1 } },
    'B Loot, C Loot, A→B',
    { A: 4, B: 0, C: 3 },
  ],
  [28, 'two robbers', {}, 'A→E, B→E, C⇒A, D⇒B', { A: 4, B: 4, E: 1 }],
  [
    29,
    'two robbers of one coin',
    { supply: { E: 1 } },
    'A→E, B→E, C⇒A, D⇒B',
    { A: 3, B: 3, E: 0 },
    { removed: 1 },
  ],
  [
    30,
    'Barbara',
    { supply: { E: 1 }, spoils: { E: 3 } },
    'A→E, B→E, C⇒A, D⇒B',
    { A: 4, B: 4, E: 0 },
    { removed: 2 },
  ],
  [
    30,
    'Barbara, kept',
    { supply: { E: 1 }, spoils: { E: 3 }, remainder: 'kept' },
    'A→E, B→E, C⇒A, D⇒B',
    { A: 4, B: 4, E: 1 },
    { removed: 1 },
  ],
  [
    31,
    'a chain',
    { stash: 2 },
    'A Loot, B→A, C→B, D⇒C',
    { A: 2, B: 2, C: 7, D: 3 },
    { removed: 0 },
  ],
  [32, 'a chain that breaks', { stash: 3 }, 'A Loot, B→A, C→B', { A: 2, B: 7, C: 3 }],
  [
    33,
    'a longer chain',
    { stash: 4 },
    'A Loot, B→A, C→B, D→C, E⇒C, F⇒D',
    { A: 2, B: 2, C: 2, D: 10 },
  ],
  [
    34,
    'a tree',
    { stash: 4, n: 8 },
    'A Loot, B→A, C→A, D→B, F→C, E⇒D, G⇒F',
    { A: 1, B: 2, C: 2, D: 7, F: 7 },
  ],
  [35, 'a robbed robber', { supply: { A: 1 } }, 'A→B, E⇒A, C→A, D⇒C', { A: 0, B: 2, C: 5 }],
  [
    36,
    "the author's round",
    { stash: 2 },
    'A Defend, B→E, C Loot, D⇒B, E→A, F⇒E',
    { A: 2, B: 5, C: 5, D: 3, E: 2, F: 3 },
  ],
  [37, 'a circle of two', {}, 'A→B, B→A, C⇒A, D⇒B', { A: 3, B: 3 }],
  [38, 'strength beyond success', {}, 'A→B, B→A, C⇒A, D⇒B, E⇒B', { A: 3, B: 3 }],
  [39, 'half a circle', {}, 'A→B, B→A, C⇒A', { A: 4, B: 2 }],
  [40, 'a circle of three', {}, 'A→B, B→C, C→A, D⇒A, E⇒B, F⇒C', { A: 3, B: 3, C: 3 }],
  [41, 'gifts in a circle', { spoils: { A: 2 } }, 'A→B, B→A, C⇒A, D⇒B', { A: 3, B: 5 }],
  [42, 'a robber from outside', {}, 'A→B, B→A, C⇒A, D⇒B, F→B, E⇒F', { A: 3, B: 1, F: 5 }],
  [
    42,
    'a robber from outside, snapshot',
    { outsiders: 'snapshot' },
    'A→B, B→A, C⇒A, D⇒B, F→B, E⇒F',
    { A: 3, B: 2, F: 4 },
  ],
  [
    43,
    'gifts and a robber from outside',
    { spoils: { B: 3 } },
    'A→B, B→A, C⇒A, D⇒B, F→B, E⇒F',
    { A: 4, B: 1, F: 6 },
    { removed: 1 },
  ],
  [
    44,
    'one coin and a robber from outside',
    { supply: { B: 1 } },
    'A→B, B→A, C⇒A, D⇒B, F→B, E⇒F',
    { A: 2, B: 0, F: 4 },
    { removed: 1 },
  ],
  [45, 'a circle of the poor', { supply: { A: 1, B: 1 } }, 'A→B, B→A, C⇒A, D⇒B', { A: 1, B: 1 }],
  [
    49,
    'a gift to somebody without coins',
    { supply: { B: 0 }, spoils: { B: 2 } },
    'A→B, C⇒A',
    { A: 5, B: 0 },
  ],
];

describe('what a round comes to', () => {
  it.each(ends)('no. %i: %s', (_, __, given, text, end, more) => {
    const result = play(text, given);
    expect(named(result.supply, end)).toEqual(end);
    expect(result).toMatchObject(more ?? {});
  });

  it('no coin appears or goes unnoticed', () => {
    for (const [, , given, text] of ends) {
      const { supply, stash, removed } = play(text, given);
      const n = supply.length;
      const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
      const plain = Array.from({ length: n }, (_, s) => given.supply?.[LETTERS[s]!] ?? 3);
      const gifts = Object.values(given.spoils ?? {});
      const before = sum(plain) + sum(gifts) + (given.stash ?? 1);
      expect(sum(supply) + stash + removed).toBe(before);
    }
  });
});

describe('support', () => {
  const routes: [number, string, Counts][] = [
    [5, 'C⇒A, A⇒B, B Defend', { A: 0, B: 2, C: 0 }],
    [20, 'A⇒B, B⇒A, C⇒A, D→C', { A: 0, B: 0, C: 0, D: 0 }],
    [21, 'A⇒B, B⇒C, C⇒A, D⇒A, E→D', { A: 0, B: 0, C: 0, D: 0, E: 0 }],
    [53, 'D⇒C, C⇒B, E⇒A, F⇒A', { A: 2, B: 2, C: 0 }],
  ];
  it.each(routes)('no. %i', (_, text, supporters) => {
    expect(named(play(text).supporters, supporters)).toEqual(supporters);
  });

  it('says along whom it passed, and where a circle closed', () => {
    expect(play('C⇒A, A⇒B, B Defend').supports).toContainEqual({ from: 2, path: [0, 1], lands: 1 });
    expect(play('A⇒B, B⇒A, C⇒A').supports).toContainEqual({
      from: 2,
      path: [0, 1, 0],
      lands: null,
    });
  });
});

describe('orders that are not valid', () => {
  it('no. 16, 17: without a coin only Support and Pass', () => {
    for (const kind of ['A→B', 'A Defend', 'A Loot']) {
      expect(play(`${kind}, C⇒A`, { supply: { A: 0 } }).kinds[0]).toBe('pass');
    }
    expect(play('A⇒B', { supply: { A: 0 } }).kinds[0]).toBe('support');
    expect(play('A→B, C⇒A', { supply: { A: 0 } }).supporters[0]).toBe(1);
  });

  it('no. 18: nobody attacks himself', () => {
    const result = play('A→A, B⇒A');
    expect(result.kinds[0]).toBe('pass');
    expect(result.supporters[0]).toBe(1);
  });
});

it('attacks carry their numbers', () => {
  expect(play('A→G, B→G, C⇒A, D⇒A, E⇒B, F⇒G, G Defend').attacks).toEqual([
    { from: 0, to: 6, value: 2, defence: 1, looter: false, wins: true },
    { from: 1, to: 6, value: 1, defence: 1, looter: false, wins: false },
  ]);
});
