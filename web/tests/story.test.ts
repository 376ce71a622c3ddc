/** The curve of a match: every seat has a line, none hides another, and every label has room. */
import { expect, test } from 'vitest';
import type { StoryPart } from '../src/lib/protocol';
import { apart, aside, changed, labelled, lines, ticks } from '../src/story/curve';

const parts = (...powers: number[][]): StoryPart[] =>
  powers.map((power, step) => ({ name: `Round ${step}`, step, power }));

test('seats on the same course share a line, and nobody is left out', () => {
  const found = lines(parts([3, 3, 3], [4, 3, 4]), 3);
  expect(found.map((line) => line.seats)).toEqual([[0, 2], [1]]);
  expect(found[0]!.values).toEqual([3, 4]);
});

test('lines that meet lie side by side there', () => {
  const found = lines(parts([3, 3, 3], [4, 3, 5]), 3);
  expect(found.map((_, i) => aside(found, i, 0))).toEqual([-1, 0, 1]);
  expect(found.map((_, i) => aside(found, i, 1))).toEqual([0, 0, 0]);
});

test('the scale is of round numbers and holds every value', () => {
  for (const values of [[0], [3, 14], [-4, 9], [42, 50], [0, 100], [12.5, 37.5], [0, 1234]]) {
    const scale = ticks(values);
    expect(scale[0]).toBeLessThanOrEqual(Math.min(...values));
    expect(scale.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
    expect(scale.length).toBeGreaterThan(1);
    expect(scale.length).toBeLessThan(9);
  }
});

test('labels of many parts leave some out', () => {
  expect(labelled(10, 600)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(labelled(120, 300)).toEqual([20, 40, 60, 80, 100, 120]);
  expect(labelled(0, 300)).toEqual([]);
});

test('masks at the ends of lines do not cover each other, nor leave the drawing', () => {
  const placed = apart([100, 100, 98, 10, 290], 20, 290);
  const sorted = [...placed].sort((a, b) => a - b);
  sorted.slice(1).forEach((one, i) => expect(one - sorted[i]!).toBeGreaterThanOrEqual(20));
  expect(Math.max(...placed)).toBeLessThanOrEqual(290);
  expect(placed[3]).toBe(10);
});

test('the table for ears skips parts in which nothing changed', () => {
  const told = changed(parts([1, 1], [1, 1], [2, 1], [2, 1]));
  expect(told.map((part) => part.name)).toEqual(['Round 0', 'Round 2', 'Round 3']);
});
