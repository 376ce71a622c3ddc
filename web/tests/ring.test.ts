import { describe, expect, it } from 'vitest';
import { loop, loopRows, round, type Spot } from '../src/lib/ring';

const far = (a: Spot, b: Spot, aspect = 1): number => Math.hypot((a.x - b.x) * aspect, a.y - b.y);

describe('places around a table', () => {
  for (const count of [2, 5, 8, 13, 14]) {
    it(`sets ${count} seats around an ellipse, the first at the bottom, clockwise`, () => {
      const { seats, between } = round(count, 2);
      expect(seats).toHaveLength(count);
      expect(between).toHaveLength(count);
      expect(seats[0]!.x).toBeCloseTo(50);
      expect(seats[0]!.y).toBeGreaterThan(85);
      if (count > 2) expect(seats[1]!.x).toBeLessThan(50);
      for (const spot of [...seats, ...between]) {
        expect(spot.x).toBeGreaterThan(5);
        expect(spot.x).toBeLessThan(95);
      }
    });
  }

  it('keeps neighbours about equally far apart, however flat the table is', () => {
    const { seats } = round(14, 2.2);
    const gaps = seats.map((seat, i) => far(seat, seats[(i + 1) % 14]!, 2.2));
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.15);
  });

  for (let count = 5; count <= 14; count++) {
    it(`lays ${count} seats out in two columns on a phone, nothing on anything`, () => {
      const { seats, between } = loop(count);
      expect(seats).toHaveLength(count);
      const all = [...seats, ...between].map(({ x, y }) => `${x}/${y.toFixed(3)}`);
      expect(new Set(all).size).toBe(2 * count);
      expect(Math.max(...seats.map(({ y }) => y))).toBe(seats[0]!.y);
      expect(seats.every(({ y }) => y > 0 && y < 100)).toBe(true);
      const inColumn = seats.filter(({ x }) => x < 30).length;
      expect(inColumn).toBeLessThanOrEqual(loopRows(count) - 1);
    });
  }
});
