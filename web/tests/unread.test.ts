// @vitest-environment node
import { expect, it, vi } from 'vitest';
import type { Line, TableInfo, Welcome } from '../src/lib/protocol';
import { ALL, PUBLIC, threadOf, whispers } from '../src/lib/threads';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {}, getElementById: () => null });
const { Match } = await import('../src/lib/match.svelte');

const line = (number: number, seat: number, more: Partial<Line> = {}): Line => ({
  do: 'talk',
  number,
  seat,
  text: 'so',
  to: null,
  at: 0,
  ...more,
});

function heard(lines: Line[], read = 0): InstanceType<typeof Match> {
  const match = new Match('t', false, false);
  match.welcome = { seat: 0 } as Welcome;
  match.info = { read } as TableInfo;
  match.talk = lines;
  return match;
}

it('counts what others said since I looked, and nothing else', () => {
  const lines = [
    line(0, 1),
    line(1, 0), // mine
    line(2, -1, { note: { kind: 'nudge' } as unknown as Line['note'] }), // the table's
    line(3, 0, { to: [] }), // a note to myself
    line(4, 2), // of somebody muted
    line(5, 1, { to: [0] }),
  ];
  for (const [read, unread] of [
    [0, 2],
    [1, 1],
    [6, 0],
  ]) {
    const match = heard(lines, read);
    match.muted = [2];
    expect(match.unread()).toBe(unread);
  }
});

it('counts by thread: whoever reads one has not read the others', () => {
  const match = heard([line(0, 1), line(1, 2, { to: [0] }), line(2, 1, { to: [0] })]);
  match.look('2');
  expect([match.unread(PUBLIC), match.unread('2'), match.unread('1')]).toEqual([1, 0, 1]);
  match.look(ALL);
  expect(match.unread()).toBe(0);
  match.talk = [...match.talk, line(3, 2, { to: [0] })];
  expect([match.unread(), match.unread('2')]).toEqual([1, 1]);
});

it('tells the server of no line as read that was not', () => {
  const match = heard([line(0, 1), line(1, 2, { to: [0] }), line(2, 0)]);
  const read = vi.spyOn(match, 'read').mockResolvedValue();
  match.look('2');
  expect(read).not.toHaveBeenCalled();
  match.look(PUBLIC);
  expect(read).toHaveBeenLastCalledWith(3);
});

it('makes one thread for each company of whisperers, whoever of them speaks', () => {
  const [there, back] = [line(0, 0, { to: [2] }), line(1, 2, { to: [0] })];
  const three = line(2, 1, { to: [0, 2] });
  expect(threadOf(there, 0)).toBe(threadOf(back, 0));
  expect(whispers([three, there, back, line(3, 1)], 0)).toEqual(['1,2', '2']);
});
