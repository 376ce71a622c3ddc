import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lesson } from '../src/lib/lesson';
import type { Match } from '../src/lib/match.svelte';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
vi.stubGlobal('document', { documentElement: {} });
let finger = false;
vi.stubGlobal('matchMedia', () => ({ matches: finger }));
const { Course, named, place } = await import('../src/lib/lesson.svelte');

const say = { en: 'Look at {1}.', fr: 'Regardez {1}.' };
const lesson: Lesson = {
  seats: 3,
  options: {},
  seed: 'one',
  bot: 'random',
  steps: [
    { say },
    { say, only: ['attack {1}'] },
    { say, when: (match) => match.state!.view.round === 2 },
    { say, only: ['gift 1 {2}'], until: (match) => match.state!.view.given },
  ],
};
const table = (prompt: number, view: object = { round: 1 }, showing = false): Match =>
  ({ names: ['Me', 'Agatha', 'Barney'], state: { prompt, view }, showing }) as unknown as Match;
const course = (): InstanceType<typeof Course> => new Course('truce', lesson, 't1', () => {});

beforeEach(() => kept.clear());

describe('a lesson', () => {
  it('lets nothing be done where the teacher only talks', () => {
    expect(course().allowed(table(0)).size).toBe(0);
  });

  it('asks for an act, by the name of the seat, and goes on when it is done', () => {
    const one = course();
    one.next();
    expect([...one.allowed(table(0))]).toEqual(['attack Agatha']);
    one.follow(table(0));
    one.follow(table(0));
    expect(one.step).toBe(1);
    one.follow(table(1));
    expect(one.step).toBe(2);
  });

  it('waits for what the step speaks of, and while the table is showing something', () => {
    const one = course();
    one.step = 2;
    expect(one.shown(table(1))).toBeNull();
    expect(one.shown(table(1, { round: 2 }, true))).toBeNull();
    expect(one.shown(table(1, { round: 2 }))).toBe(lesson.steps[2]);
  });

  it('follows a free act, which answers no question', () => {
    const one = course();
    one.step = 3;
    one.follow(table(5, { given: false }));
    expect(one.step).toBe(3);
    one.follow(table(5, { given: true }));
    expect(one.over).toBe(true);
  });

  it('goes on after a refresh, also when the act was done in between', () => {
    const one = course();
    one.next();
    one.follow(table(0));
    const two = course();
    expect(two.step).toBe(1);
    two.follow(table(1, { round: 2 }));
    expect(two.step).toBe(2);
    expect(place('truce')).toMatchObject({ table: 't1', step: 2 });
  });

  it('begins anew at another table', () => {
    course().next();
    expect(new Course('truce', lesson, 't2', () => {}).step).toBe(0);
  });

  it('is forgotten when it is left', () => {
    course().forget();
    expect(place('truce')).toBeNull();
  });
});

it('names seats in sentences', () => {
  expect(named(say.en, ['Me', 'Ada B'])).toBe('Look at Ada B.');
});

it('says click for a mouse, and tap for a finger', () => {
  const sentence = '{tap:Click|Tap} {1}.';
  expect(named(sentence, ['Ada', 'Bob'])).toBe('Click Bob.');
  finger = true;
  expect(named(sentence, ['Ada', 'Bob'])).toBe('Tap Bob.');
  finger = false;
});
