import { describe, expect, it } from 'vitest';
import { find, parse } from '../src/games/jaccuse/acts';
import { read } from '../src/games/jaccuse/cards';
import { flights, headlines, lastElection } from '../src/games/jaccuse/story';
import { holds, places } from '../src/lib/bag';
import type { Entry } from '../src/lib/match.svelte';

const log = (...kinds: [string, Record<string, unknown>?][]): Entry[] =>
  kinds.map(([kind, data = {}], number) => ({ kind, data, number, lines: [`${kind}.`] }));

describe('cards', () => {
  it('reads ranks, colours and shapes', () => {
    expect(read('10♣')).toEqual({ rank: '10', sign: 'club', colour: 'B', plain: false });
    expect(read('JkN')).toEqual({ rank: 'Jk', sign: 'ring', colour: 'N', plain: true });
    expect(read('7R')).toEqual({ rank: '7', sign: 'diamond', colour: 'R', plain: true });
  });

  it('finds equal faces one by one', () => {
    expect([...places(['8♥', '8♥', '9♠'], ['8♥'])]).toEqual([0]);
    expect([...places(['8♥', '8♥', '9♠'], ['9♠', '8♥', '8♥'])]).toEqual([0, 1, 2]);
    expect([...places(['8♥'], ['2♣'])]).toEqual([]);
  });
});

describe('acts', () => {
  it('reads notation, also with names of several words', () => {
    expect(parse('abstain')).toEqual({ verb: 'abstain', cards: [], target: null, colour: null });
    expect(parse('no parley').verb).toBe('no parley');
    expect(parse('vote 7♥').cards).toEqual(['7♥']);
    expect(parse('accuse Bot 2 black')).toMatchObject({ target: 'Bot 2', colour: 'black' });
    expect(parse('parley 2♣ 3♣ with Anna with B')).toMatchObject({
      cards: ['2♣', '3♣'],
      target: 'Anna with B',
    });
  });

  it('finds an option whatever the order of its cards', () => {
    const parleys = ['no parley', 'parley 2♣ with Bob', 'parley 2♣ 3♣ with Bob'];
    expect(find(parleys, ['3♣', '2♣'], 'Bob')).toBe('parley 2♣ 3♣ with Bob');
    expect(find(parleys, ['3♣'], 'Bob')).toBe(null);
    expect(find(parleys, ['2♣'], 'Eve')).toBe(null);
    expect(find(['reply 8♥ 8♥'], ['8♥', '8♥'], null)).toBe('reply 8♥ 8♥');
    expect(find(['reply 8♥ 8♥'], ['8♥'], null)).toBe(null);
  });

  it('counts equal cards one by one', () => {
    expect(holds(['8♥', '8♥', '2♣'], ['8♥', '8♥'])).toBe(true);
    expect(holds(['8♥', '2♣'], ['8♥', '8♥'])).toBe(false);
    expect(holds(['8♥'], [])).toBe(true);
  });
});

describe('what happened', () => {
  const first = { round: 1, votes: ['9♥', '9♠', null] };
  const second = { round: 2, votes: ['2♥', '7♠', null] };

  it('knows the rounds of the last election and how it ended', () => {
    const entries = log(
      ['generation'],
      ['election'],
      ['votes', first],
      ['runoff', { voters: [0, 1] }],
      ['votes', second],
      ['elected', { seat: 1, card: '7♠' }],
      ['president', { seat: 1 }],
    );
    expect(lastElection(entries.slice(0, 4))).toMatchObject({
      rounds: [first.votes],
      end: 'runoff',
      winner: null,
    });
    expect(lastElection(entries)).toEqual({
      number: 4,
      rounds: [first.votes, second.votes],
      end: 'elected',
      winner: 1,
    });
  });

  it('forgets the votes of an earlier generation', () => {
    expect(lastElection(log(['election'], ['votes', first], ['consensus'], ['generation']))).toBe(
      null,
    );
  });

  it('shows no card in the middle while secrets are hidden', () => {
    const entries = log(['president'], ['swap'], ['election'], ['saw']);
    expect(headlines(entries, 2).map(({ kind }) => kind)).toEqual(['swap', 'saw']);
    expect(headlines(entries, 2, true).map(({ kind }) => kind)).toEqual(['president']);
  });

  it('lets swapped cards travel both ways, whether their faces are known or not', () => {
    const ways = (data: Record<string, unknown>, kind: string): string[] =>
      flights(log([kind, data])[0]!).map(({ from, to, count }) => `${from} ${to} ${count}`);
    const seats = { president: 1, target: 3 };
    const both = ['seat-1 seat-3 2', 'seat-3 seat-1 2'];
    expect(ways({ ...seats, count: 2 }, 'swapped')).toEqual(both);
    expect(ways({ ...seats, offered: ['2♥', '3♥'], replied: [] }, 'swap')).toEqual(both);
  });
});
