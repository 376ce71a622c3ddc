// @vitest-environment node
import { expect, it, vi } from 'vitest';
import type { Line, Welcome } from '../src/lib/protocol';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {} });
const { Match } = await import('../src/lib/match.svelte');

it('counts what others said since I looked, and nothing else', () => {
  const match = new Match('t', false, false);
  match.welcome = { seat: 0 } as Welcome;
  const line = (number: number, seat: number, more: Partial<Line> = {}): Line => ({
    do: 'talk',
    number,
    seat,
    text: 'so',
    to: null,
    at: 0,
    ...more,
  });
  match.talk = [
    line(0, 1),
    line(1, 0), // mine
    line(2, -1, { note: { kind: 'nudge' } as unknown as Line['note'] }), // the table's
    line(3, 0, { to: [] }), // a note to myself
    line(4, 2), // of somebody muted
    line(5, 1, { to: [0] }),
  ] as Line[];
  match.muted = [2];
  expect(match.unread(0)).toBe(2);
  expect(match.unread(1)).toBe(1);
  expect(match.unread(6)).toBe(0);
});
