import { expect, test } from 'vitest';
import { seatColour, type Theme } from '../src/lib/masks';
import sheet from '../src/style.css?raw';
import { contrast } from './vision';

const ROOMS = import.meta.glob<string>('../src/games/*/room.css', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const THEMES: Theme[] = ['light', 'dark'];
const each = Object.entries(ROOMS).flatMap(([path, room]) =>
  THEMES.map((theme) => [path.split('/').at(-2)!, theme, room] as const),
);
/** What a colour is in a room: its own, or that of the page. */
function colour(name: string, theme: Theme, room: string): string {
  const said = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`);
  const found = (said.exec(room) ?? said.exec(sheet))!;
  return found[theme === 'light' ? 1 : 2]!;
}

test('every game that has a table has a room', () => {
  expect(Object.keys(ROOMS)).toHaveLength(5);
});

test.each(each)('in the room of %s everything can be read, %s', (_, theme, room) => {
  const of = (name: string): string => colour(name, theme, room);
  for (const ground of ['paper', 'raised', 'sunk', 'glow'])
    for (const ink of ['ink', 'accent'])
      expect(contrast(of(ink), of(ground)), `${ink} on ${ground}`).toBeGreaterThan(4.5);
  expect(contrast(of('soft'), of('paper'))).toBeGreaterThan(4.5);
  expect(contrast(of('on-accent'), of('accent'))).toBeGreaterThan(4.5);
  expect(contrast(of('on-felt'), of('felt'))).toBeGreaterThan(7);
});

test.each(each)('a mask stands out from the table and the wall of %s, %s', (_, theme, room) => {
  for (let seat = 0; seat < 8; seat++) {
    expect(contrast(seatColour(seat, 'dark'), colour('felt', theme, room))).toBeGreaterThan(3);
    expect(contrast(seatColour(seat, theme), colour('paper', theme, room))).toBeGreaterThan(3);
  }
});
