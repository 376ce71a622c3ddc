import { expect, test } from 'vitest';
import {
  NUMBERED,
  seatColour,
  seatDash,
  seatPattern,
  seatShape,
  type Theme,
} from '../src/lib/masks';
import sheet from '../src/style.css?raw';
import { contrast, distance, VISIONS, type Vision } from './vision';

const THEMES: Theme[] = ['light', 'dark'];
/** What a colour of the page is in a theme. */
function page(name: string, theme: Theme): string {
  const found = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(sheet)!;
  return found[theme === 'light' ? 1 : 2]!;
}
/** Every two of so many seats. */
const pairs = (seats: number): [number, number][] =>
  Array.from({ length: seats }, (_, one) => one).flatMap((one) =>
    Array.from({ length: one }, (_, two): [number, number] => [two, one]),
  );
const alike = (one: number, two: number): number =>
  Number(seatShape(one) === seatShape(two)) +
  Number(seatPattern(one) === seatPattern(two)) +
  Number(seatColour(one, 'light') === seatColour(two, 'light'));

test('distances are those of CIEDE2000', () => {
  expect(distance('#ff0000', '#00ff00')).toBeCloseTo(86.61, 1);
  expect(distance('#0000ff', '#ffffff')).toBeCloseTo(64.2, 0);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});

test.each(THEMES)('no two colours of seats come close to anybody, %s', (theme) => {
  for (const vision of Object.keys(VISIONS) as Vision[])
    for (const [one, two] of pairs(8))
      expect(
        distance(seatColour(one, theme), seatColour(two, theme), vision),
        `${one} and ${two}, ${vision}`,
      ).toBeGreaterThan(11);
});

test.each(THEMES)('neighbours are told apart at a glance by anybody, %s', (theme) => {
  for (const vision of Object.keys(VISIONS) as Vision[])
    for (let seat = 0; seat < 8; seat++)
      expect(
        distance(seatColour(seat, theme), seatColour(seat + 1, theme), vision),
        `${seat} and the next, ${vision}`,
      ).toBeGreaterThan(18);
});

test.each(THEMES)('a mask stands out from what it lies on, %s', (theme) => {
  for (const ground of ['paper', 'raised', 'sunk'])
    for (let seat = 0; seat < 8; seat++)
      expect(
        contrast(seatColour(seat, theme), page(ground, theme)),
        `${seat} on ${ground}`,
      ).toBeGreaterThan(3);
});

test.each(THEMES)('an arrow in the colour of a seat stands out from the felt, %s', (theme) => {
  for (let seat = 0; seat < 8; seat++)
    expect(contrast(seatColour(seat, 'dark'), page('felt', theme)), `${seat}`).toBeGreaterThan(3);
});

test('of fourteen masks no two share more than one of outline, pattern and colour', () => {
  for (const [one, two] of pairs(NUMBERED))
    expect(alike(one, two), `${one} and ${two}`).toBeLessThan(2);
});

test('of fifty masks no two are the same', () => {
  for (const [one, two] of pairs(50)) expect(alike(one, two), `${one} and ${two}`).toBeLessThan(3);
});

test('neighbours differ in all three, and their arrows in the dash', () => {
  for (let seat = 0; seat < 49; seat++) {
    expect(alike(seat, seat + 1), `${seat} and the next`).toBe(0);
    expect(seatDash(seat)).not.toBe(seatDash(seat + 1));
  }
});
