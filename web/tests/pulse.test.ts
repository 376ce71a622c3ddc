// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GIVE_UP, Pulse } from '../src/lib/pulse';

const page = { hidden: false };
vi.stubGlobal('document', page);
let asked = 0;
let missing = false;
let lost = 0;
let pulse: Pulse;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  [asked, missing, lost, page.hidden] = [0, false, 0, false];
  pulse = new Pulse(
    () => asked++,
    (now) => (missing = now),
    () => {
      lost++;
      pulse.stop();
    },
  );
  pulse.start();
  pulse.hear();
});
afterEach(() => {
  pulse.stop();
  vi.useRealTimers();
});

it('asks nobody who speaks', () => {
  for (let i = 0; i < 20; i++) {
    vi.advanceTimersByTime(1000);
    pulse.hear();
  }
  expect(asked).toBe(0);
});

it('misses an answer within five seconds, and hears it again', () => {
  vi.advanceTimersByTime(1900); // as late as can be
  pulse.hear();
  vi.advanceTimersByTime(5000);
  expect([asked, missing, lost]).toEqual([1, true, 0]);
  pulse.hear();
  expect(missing).toBe(false);
});

it('gives a connection up that stays silent', () => {
  vi.advanceTimersByTime(GIVE_UP + 3000);
  expect(lost).toBe(1);
});

it('raises no alarm when a page comes back after it was hidden, or its timers slept', () => {
  page.hidden = true;
  vi.advanceTimersByTime(60_000);
  page.hidden = false;
  pulse.wonder();
  vi.advanceTimersByTime(1000);
  expect([missing, lost]).toEqual([false, 0]);
  pulse.hear();
  vi.setSystemTime(0);
  vi.advanceTimersByTime(1500);
  expect([missing, lost]).toEqual([false, 0]);
});
