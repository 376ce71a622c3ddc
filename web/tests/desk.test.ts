import { describe, expect, it } from 'vitest';
import { Desk } from '../src/games/jaccuse/desk.svelte';
import type { Match } from '../src/lib/match.svelte';
import type { JAccuseView } from '../src/lib/protocol';

interface Question {
  kind: string;
  options: string[];
  data?: Record<string, unknown>;
}

/** As much of a match as a desk looks at. */
function sit(question: Question | null, hand: string[], sizes: number[]) {
  const ask = question && { data: {}, answer: null, ready: false, ...question };
  const match = {
    names: ['Ann', 'Bob', 'Eve'],
    name: (seat: number | null) => (seat === null ? '' : match.names[seat]!),
    ask,
    only: null,
    closed: () => null,
    draft: null as string | null,
    state: { prompt: 1, view: { seat: 0, hand, sizes } },
    sent: [] as string[],
    choose: (act: string | null) => (match.draft = act),
    submit: async (act: string) => void match.sent.push(act),
  };
  return { match, desk: new Desk(match as unknown as Match<JAccuseView>) };
}

const tap = (desk: Desk, face: string): void => desk.tap(face, desk.picks.cards.includes(face));

describe('my desk in J’Accuse', () => {
  it('chooses a single card with one tap, and lets go of it with the next', () => {
    const { match, desk } = sit(
      { kind: 'vote', options: ['abstain', 'vote 2♥', 'vote 9♠'] },
      ['2♥', '9♠'],
      [2, 2, 2],
    );
    expect(desk.lit('9♠', false)).toBe(true);
    expect(desk.aim).toBe(null);
    tap(desk, '9♠');
    expect(match.draft).toBe('vote 9♠');
    tap(desk, '9♠');
    expect(match.draft).toBe(null);
    desk.say('abstain');
    expect(match.draft).toBe('abstain');
  });

  it('composes a parley from cards and a seat in any order, and lights only what is possible', () => {
    const options = [
      'no parley',
      'parley 2♥ with Bob',
      'parley 9♠ with Bob',
      'parley 2♥ with Eve',
      'parley 9♠ with Eve',
      'parley 2♥ 9♠ with Eve',
    ];
    const { match, desk } = sit({ kind: 'parley', options }, ['2♥', '9♠'], [2, 1, 2]);
    expect([...desk.aim!.seats]).toEqual([1, 2]);
    tap(desk, '9♠');
    tap(desk, '2♥');
    expect(match.draft).toBe(null);
    expect([...desk.aim!.seats]).toEqual([2]);
    desk.aim!.choose(2);
    expect(match.draft).toBe('parley 2♥ 9♠ with Eve');
    tap(desk, '2♥');
    expect(match.draft).toBe('parley 9♠ with Eve');
    match.choose(null); // the bar's Cancel
    expect(desk.picks).toEqual({ cards: [], target: null });
    desk.aim!.choose(1);
    tap(desk, '2♥');
    expect(match.draft).toBe('parley 2♥ with Bob');
    expect(desk.lit('9♠', false)).toBe(false);
  });

  it('replies with exactly as many cards as were asked for, equal ones too', () => {
    const options = ['reply 8♥ 8♥', 'reply 8♥ 9♠'];
    const { match, desk } = sit(
      { kind: 'reply', options, data: { count: 2 } },
      ['8♥', '8♥', '9♠'],
      [3, 3, 3],
    );
    desk.tap('8♥', false);
    expect(match.draft).toBe(null);
    desk.tap('8♥', false);
    expect(match.draft).toBe('reply 8♥ 8♥');
    expect(desk.lit('9♠', false)).toBe(false);
  });

  it('accuses a seat, then of a colour; a card instead is a defection', () => {
    const options = ['pass', 'defect 2♥', 'accuse Eve red', 'accuse Eve black'];
    const { match, desk } = sit({ kind: 'action', options }, ['2♥'], [1, 2, 2]);
    expect([...desk.aim!.seats]).toEqual([2]);
    desk.aim!.choose(2);
    expect(match.draft).toBe(null);
    desk.accuse('black');
    expect(match.draft).toBe('accuse Eve black');
    expect(desk.colour).toBe('black');
    tap(desk, '2♥');
    expect(match.draft).toBe('defect 2♥');
    expect(desk.picks.target).toBe(null);
  });

  it('does a free act only when it is whole, and never with a card that has gone', async () => {
    const { match, desk } = sit(null, ['2♥'], [1, 2, 2]);
    desk.begin('show');
    desk.tap('2♥', false);
    expect(desk.freeAct).toBe(null);
    desk.aim!.choose(1);
    expect(desk.freeAct).toBe('show 2♥ to "Bob"');
    match.state.view.hand = [];
    expect(desk.freeAct).toBe(null);
    desk.begin('give');
    desk.aim!.choose(2);
    await desk.doFree();
    expect(match.sent).toEqual(['give 1 to Eve']);
    expect(desk.free).toBe(null);
  });

  it('shows several cards to several players in one act, equal faces one by one', async () => {
    const { match, desk } = sit(null, ['7R', '7R', '9B'], [3, 2, 2]);
    desk.begin('show');
    expect(desk.lit('7R', false)).toBe(true);
    desk.tap('7R', false);
    desk.tap('7R', false);
    expect(desk.freeAct).toBe(null);
    desk.aim!.choose(2);
    desk.aim!.choose(1);
    expect(desk.aim!.chosen).toEqual([1, 2]);
    expect(desk.freeAct).toBe('show 7R 7R to "Bob" "Eve"');
    desk.tap('7R', true);
    desk.aim!.choose(1);
    expect(desk.freeAct).toBe('show 7R to "Eve"');
    await desk.doFree();
    expect(match.sent).toEqual(['show 7R to "Eve"']);
    desk.begin('give');
    desk.aim!.choose(1);
    desk.aim!.choose(2);
    expect(desk.aim!.chosen).toEqual([2]);
  });
});
