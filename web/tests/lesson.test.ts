import { describe, expect, it } from 'vitest';
import { around, beside, overlap } from '../src/lib/bubble';

const view = { width: 400, height: 800 };
const bubble = { width: 300, height: 150 };

describe('a bubble', () => {
  it('goes below what it points at', () => {
    const target = { x: 50, y: 100, width: 80, height: 40 };
    const at = beside([target], bubble, view);
    expect(at.y).toBeGreaterThanOrEqual(140);
    expect(overlap({ ...at, ...bubble }, target)).toBe(0);
  });

  it('goes above what is at the bottom', () => {
    const target = { x: 0, y: 600, width: 400, height: 200 };
    expect(beside([target], bubble, view).y + bubble.height).toBeLessThanOrEqual(600);
  });

  it('stays on the screen', () => {
    for (const x of [-50, 0, 200, 390]) {
      const at = beside([{ x, y: 300, width: 40, height: 40 }], bubble, view);
      expect(at.x).toBeGreaterThanOrEqual(0);
      expect(at.x + bubble.width).toBeLessThanOrEqual(view.width);
    }
  });

  it('leaves free what is needed for the step, if it can', () => {
    const target = { x: 50, y: 300, width: 80, height: 100 };
    const hands = { x: 0, y: 420, width: 400, height: 380 };
    const at = beside([target], bubble, view, [hands]);
    expect(overlap({ ...at, ...bubble }, hands)).toBe(0);
    expect(overlap({ ...at, ...bubble }, target)).toBe(0);
  });

  describe('with a log beside the table', () => {
    const wide = { width: 1280, height: 800 };
    const hands = { x: 0, y: 520, width: 928, height: 280 };
    const row = { x: 10, y: 200, width: 900, height: 180 };
    const side = { at: { x: 928, y: 56, width: 352, height: 744 }, table: [row] };

    it('lies over the log, level with a card of the hand, rather than over the table', () => {
      const card = { x: 640, y: 640, width: 160, height: 150 };
      const at = { ...beside([card], bubble, wide, [hands], side), ...bubble };
      for (const box of [card, hands, row]) expect(overlap(at, box)).toBe(0);
      expect(at.x).toBeGreaterThanOrEqual(side.at.x);
      expect(at.y + at.height).toBeGreaterThan(card.y);
    });

    it('stays near what it points at where nothing lies on the table', () => {
      const seat = { x: 300, y: 70, width: 200, height: 50 };
      const low = { ...row, y: 400, height: 100 };
      const at = beside([seat], bubble, wide, [hands], { ...side, table: [low] });
      expect(at).toEqual(beside([seat], bubble, wide, [hands]));
    });

    it('never covers what it points at or what must stay free, wherever that is', () => {
      const seat = (at: number) => ({
        x: 20 + (at % 4) * 220,
        y: 70 + at * 37,
        width: 190,
        height: 90,
      });
      for (let at = 0; at < 12; at++) {
        const free = [hands, seat(at), seat(at + 5)];
        for (const target of [seat(at + 3), hands, { x: 0, y: 56, width: 928, height: 464 }]) {
          const place = { ...beside([target], bubble, wide, free, side), ...bubble };
          for (const box of [target, ...free]) expect(overlap(place, box)).toBe(0);
        }
      }
    });

    it('points at nothing without covering anything', () => {
      const board = { x: 0, y: 56, width: 928, height: 464 };
      const at = beside([], bubble, wide, [board, hands], side);
      expect(at.x).toBeGreaterThanOrEqual(side.at.x);
    });
  });

  it('covers as little as possible of what fills the screen', () => {
    const target = { x: 0, y: 60, width: 400, height: 740 };
    const at = beside([target], bubble, view);
    expect(at.y).toBeLessThan(60);
  });
});

it('finds room between two targets', () => {
  const seat = { x: 0, y: 60, width: 120, height: 50 };
  const hands = { x: 0, y: 420, width: 390, height: 424 };
  const size = { width: 370, height: 200 };
  const at = beside([hands, seat], size, { width: 390, height: 844 });
  for (const box of [seat, hands]) expect(overlap({ ...at, ...size }, box)).toBe(0);
});

it('finds the box around some', () => {
  const boxes = [
    { x: 10, y: 20, width: 10, height: 10 },
    { x: 50, y: 5, width: 5, height: 5 },
  ];
  expect(around(boxes)).toEqual({ x: 10, y: 5, width: 45, height: 25 });
  expect(around([])).toBeNull();
});
