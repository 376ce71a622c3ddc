import { describe, expect, it } from 'vitest';
import { seatsOf, uses } from '../src/games/accusation/acts';
import type { Ability, Part, View } from '../src/games/accusation/cards';
import {
  accusing,
  lineNow,
  majority,
  paysIncome,
  progress,
  queue,
  repOf,
  suspect,
  track,
  whyNot,
} from '../src/games/accusation/facts';
import { author, fact, memory, trackerOf, waiting } from '../src/games/accusation/knowing';
import { atWork, flights, headlines } from '../src/games/accusation/story';
import { bounds, fromMost, read, sum, write } from '../src/games/accusation/tokens';
import type { Entry } from '../src/lib/match.svelte';

const event = {
  card: 2,
  part: 0,
  line: 0,
  lines: -1,
  runner: -1,
  after_lines: 0,
  half_part: 0,
  cancelled: false,
  nodeny: false,
  found: false,
  undeniable: [],
  locks: [null, null, null],
  cleared: [],
  start: 1,
  had: [1],
  holder: 1,
  accused: null,
  denials: [],
};
const view = {
  seat: 0,
  phase: 'turn',
  round: 3,
  speaker: 1,
  active: [0, 1, 2],
  tokens: [
    [1, 0, 0, 2, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ],
  used: [0, 0, 0],
  contributors: [0, 1, 2],
  known: [null, null, null],
  notmes: [],
  tracker: 9,
  revealed: [2],
  event,
  batch: null,
} as unknown as View;
const over = (more: object): View => ({ ...view, ...more }) as View;
const happened = (kind: string, data: object): Entry => ({ number: 0, kind, data, lines: [kind] });
const part = (section: string, effects: unknown[]): Part =>
  ({ section, effects, lines: [], half: '', choices: [] }) as unknown as Part;

describe('the cost track', () => {
  it('has BAD REP first, then what was paid, then the next cost', () => {
    expect(track(1, 1)).toEqual(['rep', 'paid', 'next', 'free', 'free']);
    expect(track(0, 0)).toEqual(['next', 'free', 'free', 'free', 'free']);
    expect(track(3, 3)).toEqual(['rep', 'rep', 'rep', 'paid', 'paid']);
  });
});

describe('an Accusation Phase', () => {
  it('goes round from the Speaker, without those who are gone', () => {
    expect(queue(over({ active: [0, 1] }))).toEqual([
      { seat: 1, turn: 'now' },
      { seat: 0, turn: 'next' },
    ]);
  });
  it('is still under way while a failure is carried out, and not during other effects', () => {
    const batch = (then: number): View => over({ phase: 'batch', batch: { then } });
    expect(accusing(batch(12))).toBe(true);
    expect(accusing(batch(9))).toBe(false);
    expect(accusing(over({ phase: 'select', event: null }))).toBe(false);
  });
  it('knows who is open, cleared, or locked by another', () => {
    const now = over({ event: { ...event, cleared: [2], locks: [1, null, null] } });
    expect(suspect(now, 2, 1)).toBe('cleared');
    expect(suspect(now, 0, 1)).toBe('open');
    expect(suspect(now, 0, 2)).toBe('locked');
  });
});

describe('an Event', () => {
  const parts = [part('world', []), part('success', []), part('failure', [['rep', 2]])];
  it('lights Success and Failure together, and nothing before its window is over', () => {
    expect(progress(over({ event: { ...event, part: 1 } }), parts)).toEqual(['done', 'now', 'now']);
    expect(progress(over({ phase: 'reveal' }), parts)).toEqual(['todo', 'todo', 'todo']);
    expect(progress(view, parts)).toEqual(['now', 'todo', 'todo']);
  });
  it('knows the effect that runs, majorities, and how much BAD REP a mistake costs', () => {
    expect(lineNow(over({ event: { ...event, lines: 4, line: 2 } }))).toBe(1);
    expect(lineNow(view)).toBe(null);
    expect(majority(part('world', [['if', ['most', 'M', 4], [], []]]))).toEqual({
      letter: 'M',
      least: 4,
    });
    expect(repOf(parts[2])).toBe(2);
  });
});

describe('abilities', () => {
  const ability = (more: Partial<Ability>): Ability => ({
    id: 'wiretap',
    name: '',
    text: '',
    ministry: 'I',
    cost: 2,
    when: 'any',
    does: [],
    limit: 'none',
    ...more,
  });
  const why = (more: Partial<Ability>, now: View = view, seat = 0): string | null =>
    whyNot(now, seat, ability(more), 3, new Set());
  const open = over({ phase: 'open' });
  it('say why not, as the server does', () => {
    expect(whyNot(view, 0, ability({}), 3, new Set(['wiretap']))).toBe(null);
    expect(why({ when: 'accused' })).toBe('not_accused');
    expect(why({ when: 'plan' })).toBe('only_plan');
    expect(why({ when: 'reveal' })).toBe('only_reveal');
    expect(why({})).toBe('not_now');
    expect(why({ ministry: 'E' }, open)).toBe('unaffordable');
    expect(why({ limit: 'round' }, over({ phase: 'open', used: [8, 0, 0] }))).toBe('once_a_round');
    expect(why({}, open)).toBe('pointless');
    expect(why({}, over({ phase: 'last' }))).toBe('only_speaker');
  });
  it('are read from the options with their targets', () => {
    const names = ['Ada', 'Barney B', 'Cid'];
    const options = ['pass', 'use think_tank', 'use wiretap Barney B', 'use wiretap Cid'];
    expect([...uses(options, names)]).toEqual([
      ['think_tank', []],
      ['wiretap', [1, 2]],
    ]);
    expect(seatsOf(['pass', 'accuse Barney B'], 'accuse', names)).toEqual([1]);
  });
});

describe('tokens', () => {
  it('are five counts', () => {
    expect(read('alloc MMD')).toEqual([2, 0, 1, 0, 0]);
    expect(write('pay', [0, 1, 0, 0, 2])).toBe('pay ERR');
    expect(sum([2, 0, 1, 0, 0])).toBe(3);
    expect(bounds(['shed MM', 'shed ME'])).toEqual([2, 1, 0, 0, 0]);
    expect(fromMost([1, 3, 0, 2, 0], 3)).toEqual([0, 2, 0, 1, 0]);
  });
});

describe('the middle of the table', () => {
  const batch = (then: number): View['batch'] => ({ then }) as View['batch'];
  it('tells the income from an ability', () => {
    expect([2, 3, 5].map((then) => paysIncome(batch(then)))).toEqual([true, false, false]);
    expect(paysIncome(null)).toBe(false);
  });
});

describe('what I know', () => {
  const log = [
    happened('round', { round: 2 }),
    happened('claimed', { who: 2, card: 28 }),
    happened('round', { round: 3 }),
    happened('selected_card', { card: 9 }),
    happened('tapped_card', { target: 1, card: 2 }),
    happened('shown_card', { who: 0, target: 2, card: 41 }),
    happened('shown_card', { who: 2, target: 0, card: 12 }),
    happened('revealed', { card: 2 }),
  ];
  const past = memory(log, 0);
  it('comes from the log, round by round', () => {
    expect(past.played).toEqual([
      { round: 2, seat: 2, card: 28, how: 'claimed' },
      { round: 3, seat: 0, card: 9, how: 'mine' },
      { round: 3, seat: 1, card: 2, how: 'tapped' },
    ]);
    expect(past.seen).toEqual([{ round: 3, seat: 2, card: 41 }]);
    expect(trackerOf(view, past, 1)).toBe(2);
    expect(trackerOf(view, past, 2)).toBe(null);
  });
  it('counts from the first round, of which the log says nothing', () => {
    const first = memory([happened('tapped_card', { target: 1, card: 2 })], 0);
    expect(first.played).toEqual([{ round: 1, seat: 1, card: 2, how: 'tapped' }]);
    expect(trackerOf(over({ round: 1 }), first, 1)).toBe(2);
  });
  it('makes facts of what excludes each other, and no more', () => {
    expect(fact(view, past, 2, 1, true)).toBe('yes');
    expect(fact(view, past, 2, 2, true)).toBe('no');
    expect(fact(view, past, 2, null, true)).toBe('no');
    const blank = memory([], 0);
    expect(fact(view, blank, 2, 1, true)).toBe(null);
    expect(fact(view, blank, 2, 0, true)).toBe('no');
    const said = over({ notmes: [[2, 1, 0]] });
    expect(fact(said, blank, 2, 1, true)).toBe('no');
    expect(fact(said, blank, 2, 1, false)).toBe(null); // answers may be lies
  });
});

describe('the story', () => {
  it('keeps my secrets out of the middle of the table', () => {
    const log = [happened('tapped_card', { target: 1, card: 2 }), happened('passed', { who: 1 })];
    expect(headlines(log, 3).map(({ kind }) => kind)).toEqual(['passed']);
  });
  it('knows the ability that asks something of me, as long as it is at work', () => {
    const raid = [
      happened('revealed', { card: 2 }),
      happened('used_on', { who: 1, target: 0 }),
      happened('lost', { who: 1, tokens: 'MM' }),
      happened('now', { phase: 'batch' }),
    ];
    expect(atWork(raid, 0)).toBe('used_on');
    expect(atWork(raid, 1)).toBe('');
    expect(atWork(raid.slice(0, 1), 0)).toBe('');
    const later = [happened('now', { phase: 'reveal' }), happened('now', { phase: 'batch' })];
    expect(atWork([...raid, ...later], 0)).toBe('');
  });
  it('lets tokens fly where they go', () => {
    expect(flights([happened('lost', { who: 1, tokens: 'MMD' })])).toEqual([
      { from: 'min-1-M', to: 'bank', shape: 'coin', count: 2 },
      { from: 'min-1-D', to: 'bank', shape: 'coin', count: 1 },
    ]);
  });
});

describe('what everyone kept to themselves', () => {
  const views = [46, 9, null, 47].map((tracker) => over({ tracker }));
  it('names the author of what was revealed, and the World Deck for the rest', () => {
    const revealed = ['PW', 9, 12, 'PW'];
    expect(revealed.map((_, at) => author(views, revealed, at))).toEqual([0, 1, null, 3]);
    expect(waiting(views, revealed)).toEqual([]);
    expect(waiting(views, [12])).toEqual([0, 1, 3]);
  });
});
