import { describe, expect, it } from 'vitest';
import { after, moment, past, settle, toCome, type Course } from '../src/games/emperor/course';
import { CARDS } from '../src/games/emperor/cards';
import { en, fr } from '../src/games/emperor/said';
import { atLeast, knowledge, truth } from '../src/games/emperor/knowing';
import { nextMarks, planned, plansOf, type Plan } from '../src/games/emperor/acts';
import type { Entry } from '../src/lib/match.svelte';
import type { EmperorView } from '../src/lib/protocol';

const NAMES = ['Emma', 'Ada', 'Bo', 'Ann Lee', 'Ann'];
const plans = (...acts: string[]): Plan[] => acts.flatMap((act) => plansOf(act, NAMES, 1));
const marks = (act: string): string[] => plans(act)[0]!.marks;

describe('an answer is a verb and what it points at', () => {
  it('reads every notation', () => {
    expect(marks('pass')).toEqual([]);
    expect(marks('reverse')).toEqual([]);
    expect(marks('shuffle')).toEqual([]);
    expect(marks('shuffle keep self_clearance')).toEqual(['card:self_clearance']);
    expect(marks('discard swap')).toEqual(['card:swap']);
    expect(marks('discard swap steal')).toEqual(['card:swap', 'card:steal']);
    expect(marks('direction ccw')).toEqual(['way:ccw']);
    expect(marks('condemn Ann Lee')).toEqual(['seat:3']);
    expect(marks('steal Ann')).toEqual(['seat:4']);
    expect(marks('self_clearance c12')).toEqual(['condemn:12']);
    expect(marks('investigate Ann Lee#2')).toEqual(['slot:3:2']);
    expect(marks('reveal Ada#0')).toEqual(['slot:1:0']);
    expect(marks('swap #2 Ann#0')).toEqual(['slot:1:2', 'slot:4:0']);
    expect(marks('guarding Ann Lee')).toEqual(['seat:3']);
    expect(marks('guarding Bo with Ann Lee')).toEqual(['seat:3', 'seat:2']);
    expect(marks('investigation Bo#1')).toEqual(['slot:2:1']);
  });

  it('lets cards that are discarded together be tapped in any order, equal ones twice', () => {
    const all = plans('discard condemn condemn', 'discard condemn steal');
    expect([...nextMarks(all, 'discard', [])]).toEqual(['card:condemn', 'card:steal']);
    expect([...nextMarks(all, 'discard', ['card:condemn'])]).toEqual([
      'card:condemn',
      'card:steal',
    ]);
    expect([...nextMarks(all, 'discard', ['card:steal'])]).toEqual(['card:condemn']);
    expect(planned(all, 'discard', ['card:steal'])).toBe(undefined);
    expect(planned(all, 'discard', ['card:steal', 'card:condemn'])?.act).toBe(
      'discard condemn steal',
    );
    expect(planned(all, 'discard', ['card:condemn', 'card:condemn'])?.act).toBe(
      'discard condemn condemn',
    );
  });

  it('lets the two cards of an Investigation be tapped in either order', () => {
    const all = plans('investigation Bo#0 Ann Lee#1', 'investigation Bo#0 Ann#2');
    expect([...nextMarks(all, 'investigation', ['slot:3:1'])]).toEqual(['slot:2:0']);
    expect([...nextMarks(all, 'investigation', ['slot:2:0'])]).toEqual(['slot:3:1', 'slot:4:2']);
    expect(planned(all, 'investigation', ['slot:3:1', 'slot:2:0'])?.act).toBe(
      'investigation Bo#0 Ann Lee#1',
    );
    expect(planned(all, 'investigation', ['slot:3:1'])).toBeUndefined();
  });
});

// Scenarios of the specification: seats 0 to 4 are E A B C D, clockwise.
const D5: Course = {
  ring: [0, 1, 2, 3, 4],
  direction: 'cw',
  pointer: 0,
  gap: null,
  accused: [],
  emperor: 0,
  phase: 'slot',
};
const turn = (pointer: number, more: Partial<Course> = {}): Course => ({
  ...D5,
  pointer,
  phase: 'main',
  ...more,
});
const then = (course: Course, act: string, me: number): number[] =>
  toCome(after(course, plansOf(act, ['E', 'A', 'B', 'C', 'D'], me)[0]!, me)!);

describe('who is still to come', () => {
  it('goes along the direction and ends with the Emperor', () => {
    expect(toCome(D5)).toEqual([1, 2, 3, 4, 0]);
    expect(toCome({ ...D5, direction: 'ccw' })).toEqual([4, 3, 2, 1, 0]);
    expect(toCome(turn(0))).toEqual([]);
    expect(toCome({ ...D5, direction: null, phase: 'direction' })).toEqual([]);
  });

  it('follows exchanges of seats and Reverse', () => {
    expect(
      then(turn(1, { ring: [0, 4, 3, 2, 1], direction: 'ccw' }), 'transposition B', 1),
    ).toEqual([3, 4, 0]);
    expect(then(turn(2), 'transposition A', 2)).toEqual([1, 3, 4, 0]);
    expect(then(turn(4), 'transposition E', 4)).toEqual([1, 2, 3, 0]);
    expect(then(turn(1), 'transposition E', 1)).toEqual([0]);
    expect(then(D5, 'guarding A', 2)).toEqual([2, 1, 3, 4, 0]);
    expect(then(turn(2, { phase: 'slot' }), 'reverse', 3)).toEqual([1, 0]);
  });

  it('starts from the gap that a dead player left', () => {
    const dead = { ...D5, ring: [0, 2, 3, 4], pointer: null, gap: 1 };
    expect(toCome(dead)).toEqual([2, 3, 4, 0]);
    expect(toCome({ ...dead, direction: 'ccw' })).toEqual([0]);
  });

  it('says why somebody had no turn', () => {
    const log = (...entries: [string, object][]): Entry[] =>
      entries.map(([kind, data], number) => ({ kind, data, number, lines: [] }));
    const moved = log(
      ['round', { round: 1 }],
      ['turn', { who: 4 }],
      ['round', { round: 2 }],
      ['turn', { who: 1 }],
      ['moved', {}],
      ['skipped', { who: 3 }],
    );
    expect(past(moved, turn(3, { ring: [0, 2, 1, 3, 4], phase: 'slot' }))).toEqual(
      new Map([
        [1, 'played'],
        [3, 'skipped'],
        [2, 'moved'],
      ]),
    );
  });
});

describe('chairs', () => {
  it('begin with me at the bottom', () => expect(settle([], D5.ring, 2)).toEqual([2, 3, 4, 0, 1]));
  it('let only two people move when seats change', () => {
    expect(settle([2, 3, 4, 0, 1], [0, 1, 3, 2, 4], 2)).toEqual([3, 2, 4, 0, 1]);
    expect(settle([2, 3, 4, 0, 1], [0, 3, 4, 2, 1], 2)).toEqual([0, 3, 4, 2, 1]);
  });
  it('close up after a death', () =>
    expect(settle([2, 3, 4, 0, 1], [0, 1, 2, 3], 2)).toEqual([2, 3, 0, 1]));
});

it('a Condemn falls now, after this turn, or after one to come', () => {
  const view = { resolving: null, pointer: 1, turns: 5, phase: 'main' };
  const condemn = { id: 2, clock: 1, turn: 3 };
  expect(moment(condemn, view)).toBe('this');
  expect(moment(condemn, { ...view, resolving: 2 })).toBe('now');
  expect(moment({ ...condemn, turn: 5 }, view)).toBe('next');
  expect(moment(condemn, { ...view, phase: 'slot' })).toBe('next');
  expect(moment({ ...condemn, clock: 2 }, view)).toBe('next');
});

describe('what I know of a card, and how', () => {
  const view = {
    seat: 1,
    cards: [
      ['E', null, null],
      ['L', 'R', 'R'],
      [null, 'R', null],
      ['L', null, 'L'],
    ],
    face_up: [
      [true, false, false],
      [false, false, false],
      [false, false, false],
      [false, false, true],
    ],
    eyes: [
      [[1, 2]],
      [
        [2, 1],
        [3, 0],
      ],
      [[3, 0]],
      [],
    ],
    notes: [
      [0, 0],
      [0, 0],
      [0, 2],
      [1, 0],
    ],
  } as unknown as EmperorView;
  const log = [
    ['round', { round: 2 }],
    ['saw', { who: 1, target: 0, slot: 1, face: 'R' }],
    ['shuffled', { who: 0 }],
    ['saw', { who: 1, target: 3, slot: 2, face: 'R' }],
    ['round', { round: 3 }],
    ['swap_unseen', { who: 2, own: 1, target: 3, slot: 2 }],
    ['swap', { who: 3, own: 0, target: 1, slot: 0, gave: 'L', got: 'L' }],
  ].map(([kind, data], number) => ({ kind, data, number, lines: [] })) as Entry[];
  const known = knowledge(view, log);

  it('follows a card through a Swap and forgets it in a Shuffle', () => {
    expect(known[2]![1]).toEqual({ face: 'R', how: 'looked', round: 2, seenBy: [] });
    expect(known[0]![1]!.how).toBe('unknown');
    expect(known[3]![0]).toEqual({ face: 'L', how: 'gave', round: 3, seenBy: [2] });
  });
  it('tells my own and open cards apart, and who else has seen them', () => {
    expect(known[1]![2]).toEqual({ face: 'R', how: 'own', round: 0, seenBy: [0] });
    expect(known[0]![0]!.how).toBe('open');
    expect(known[3]![2]!.how).toBe('open');
  });
  it('shows every card in a replay, and which of them lay open', () => {
    const own = [
      ['E', 'L', 'R'],
      ['L', 'L', 'R'],
      ['R', 'R', 'L'],
      ['L', 'R', 'L'],
    ];
    const everything = own.map((cards, seat) => ({
      ...view,
      seat,
      cards: view.cards.map((known, at) => (at === seat ? cards : known)),
    }));
    const all = truth(view, everything);
    expect(all.map((rack) => rack.map(({ face }) => face))).toEqual(own);
    expect(all[0]!.map(({ how }) => how)).toEqual(['open', 'told', 'told']);
  });
  it('keeps notes only where they say more', () => {
    expect(atLeast(view, 2)).toEqual([{ face: 'R', least: 2 }]);
    expect(atLeast(view, 3)).toEqual([]);
  });
});

it('every card has a name and a help in the game’s catalogue', () => {
  for (const words of [en, fr] as Record<string, string>[])
    for (const card of Object.keys(CARDS)) {
      expect(words[card], card).toBeTruthy();
      expect(words[`do${card[0]!.toUpperCase()}${card.slice(1)}`], card).toBeTruthy();
    }
});
