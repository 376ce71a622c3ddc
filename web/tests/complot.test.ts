import { describe, expect, it } from 'vitest';
import type { Face, Faces } from '../src/games/complot/cards';
import {
  breakAll,
  convertible,
  copies,
  counted,
  demonstrate,
  gathered,
  read,
  STUDENTS,
  without,
} from '../src/games/complot/acts';
import { lastTurn, ways } from '../src/games/complot/story';

const sources: Record<string, Partial<Face>> = {
  AV2: { backing: 3, cohort: 'antivax' },
  XN4: { backing: 3, cohort: 'nine11' },
  XN5: { backing: 5, cohort: 'nine11', d_more: [{ of: 'nine11', d: 1 }] },
};
const of = ((id: string) => ({ id, source: true, d_more: [], ...sources[id] })) as unknown as Faces;

describe('options', () => {
  it('find their places', () => {
    const moves = read([
      'end',
      'play AV1',
      'play all',
      'dispose L1',
      'attack AV2',
      'convert PL6 1',
      'convert PL6 3',
      'buy slot 4',
      'buy L1',
    ]);
    expect(moves.hand.get('AV1')).toBe('play AV1');
    expect(moves.sources.get('AV2')).toBe('attack AV2');
    expect(moves.dispose.get('L1')).toBe('dispose L1');
    expect(moves.convert.get('PL6')).toBe(3);
    expect([...moves.row]).toEqual([
      [4, 'buy slot 4'],
      [STUDENTS, 'buy L1'],
    ]);
    expect([moves.end, moves.all, moves.decline, moves.hit]).toEqual([true, true, false, 0]);
    expect(moves.rest).toEqual([]);
  });

  it('turn Reach by one Demonstration after the other', () => {
    const moves = read(['convert PL11 1', 'convert PL11 4', 'convert PL6 1', 'convert PL6 4']);
    expect(convertible(moves, 6)).toBe(6);
    expect(convertible(moves, 9)).toBe(8);
    expect(demonstrate(moves, 3)).toEqual(['convert PL11 3']);
    expect(demonstrate(moves, 6)).toEqual(['convert PL11 4', 'convert PL6 2']);
    expect(convertible(read(['end']), 6)).toBe(0);
  });

  it('of a prompt find the cards they mean', () => {
    const moves = read([
      'pick hand ST1',
      'pick discard ST2',
      'pick front XP1',
      'pick front XP1 2',
      'pick source AV2',
      'pick slot 3',
      'pick option 0',
      'pick option 1',
      'decline',
    ]);
    expect(moves.hand.get('ST1')).toBe('pick hand ST1');
    expect(moves.discard.get('ST2')).toBe('pick discard ST2');
    expect(moves.front.get('XP1 1')).toBe('pick front XP1');
    expect(moves.front.get('XP1 2')).toBe('pick front XP1 2');
    expect(moves.sources.get('AV2')).toBe('pick source AV2');
    expect(moves.row.get(3)).toBe('pick slot 3');
    expect(moves.options).toEqual(['pick option 0', 'pick option 1']);
    expect(moves.decline).toBe(true);
  });

  it('that are new to this page are kept for the plain list', () => {
    expect(read(['dance', 'pick colour red', 'hit 1', 'hit 2'])).toMatchObject({
      rest: ['dance', 'pick colour red'],
      hit: 2,
    });
  });
});

describe('breaking all', () => {
  it('needs Assertion for every source', () => {
    expect(breakAll(['AV2', 'AV2'], 5, of)).toBeNull();
    expect(breakAll(['AV2', 'AV2'], 6, of)).toEqual(['attack AV2', 'attack AV2']);
    expect(breakAll([], 6, of)).toBeNull();
  });
  it('hits with what is left', () => {
    expect(breakAll(['AV2'], 5, of)).toEqual(['attack AV2', 'hit 2']);
  });
  it('are gathered, each where its first lies', () => {
    const cards = ['ST1', 'AV2', 'ST1', 'ST2', 'AV2'].map((card) => ({ card }));
    const order = gathered(copies(cards)).map(({ card, copy }) => `${card} ${copy}`);
    expect(order).toEqual(['ST1 1', 'ST1 2', 'AV2 1', 'AV2 2', 'ST2 1']);
  });

  it('takes away first what others lean on (AU-10)', () => {
    expect(breakAll(['XN5', 'XN4'], 8, of)).toEqual(['attack XN4', 'attack XN5']);
    expect(breakAll(['XN5', 'XN5'], 11, of)).toEqual(['attack XN5', 'attack XN5']);
    expect(breakAll(['XN5', 'XN5'], 10, of)).toBeNull();
  });
});

it('counts and numbers cards', () => {
  expect(counted(['A', 'B', 'A'])).toEqual([
    { card: 'A', n: 2 },
    { card: 'B', n: 1 },
  ]);
  expect(copies([{ card: 'A' }, { card: 'B' }, { card: 'A' }]).map(({ copy }) => copy)).toEqual([
    1, 1, 2,
  ]);
  expect(without(['A', 'A', 'B'], ['A', 'C'])).toEqual(['A', 'B']);
});

describe('the last turn', () => {
  const entry = (
    kind: string,
    data: object,
  ): { number: number; kind: string; data: object; lines: string[] } => ({
    number: 0,
    kind,
    data,
    lines: [],
  });
  const turn = [
    entry('turn', { seat: 1, turn: 1 }),
    entry('played', { seat: 1, card: 'ST1', a: 0, r: 1 }),
    entry('hit', { seat: 0, n: 2, wit: 48 }),
    entry('hit', { seat: 0, n: 1, wit: 47 }),
    entry('bought', { seat: 1, card: 'L1', cost: 2 }),
  ];
  const end = entry('turn_ended', { seat: 1, played: ['ST1'], unplayed: [] });

  it('is told when it is over', () => {
    expect(lastTurn(turn, 1)).toBeNull();
    const mine = [entry('turn', { seat: 0, turn: 2 }), entry('hit', { seat: 1, n: 9 })];
    expect(lastTurn([...turn, end, ...mine], 1)).toEqual({
      played: ['ST1'],
      bought: ['L1'],
      broke: [],
      hit: 3,
    });
  });
  it('says no more than is sure where something was taken back', () => {
    const undone = entry('undone', { seat: 1 });
    expect(lastTurn([...turn, undone, end], 1)).toEqual({
      played: ['ST1'],
      bought: [],
      broke: [],
      hit: 0,
    });
  });
});

it('lets cards and points travel', () => {
  const played = {
    number: 0,
    kind: 'played',
    lines: [],
    data: { seat: 0, card: 'AV2', a: 0, r: 9 },
  };
  expect(ways(played, of, 0)).toEqual([
    { from: 'hand-0', to: 'front-0-AV2', shape: 'leaf of-antivax' },
    { from: 'front-0-AV2', to: 'pool-r', shape: 'sun', count: 5 },
  ]);
  expect(ways({ ...played, kind: 'asked' }, of, 0)).toEqual([]);
});
