/** What happened lately, as the log has it: the table shows it until something newer happens. */
import type { Entry } from '../../lib/match.svelte';

export interface Election {
  /** Where it stands in the log. */
  number: number;
  /** Open votes, by round and seat; null for who did not vote. */
  rounds: (string | null)[][];
  end: 'elected' | 'consensus' | 'no_votes' | 'runoff' | null;
  winner: number | null;
}

const ENDS = ['elected', 'consensus', 'no_votes', 'runoff'];

/** The last votes that were opened in this generation. */
export function lastElection(log: readonly Entry[]): Election | null {
  let at = log.length - 1;
  while (at >= 0 && log[at]!.kind !== 'votes') {
    if (log[at]!.kind === 'generation') return null;
    at--;
  }
  if (at < 0) return null;
  const end = log.slice(at + 1).find(({ kind }) => ENDS.includes(kind));
  const rounds: (string | null)[][] = [];
  for (let i = at; i >= 0 && log[i]!.kind !== 'election'; i--) {
    if (log[i]!.kind === 'votes') rounds.unshift(log[i]!.data.votes);
  }
  return {
    number: log[at]!.number,
    rounds,
    end: (end?.kind as Election['end']) ?? null,
    winner: end?.kind === 'elected' ? end.data.seat : null,
  };
}

const HEADLINES = new Set([
  'memberships',
  'policy',
  'no_policy',
  'runoff',
  'consensus',
  'no_votes',
  'deadlock',
  'elected',
  'president',
  'parley',
  'swap',
  'swapped',
  'no_parley',
  'passed',
  'defected',
  'captured',
  'cleared',
  'replaced',
  'enacted',
  'crisis',
  'won',
  'void',
  'over',
  'showed',
  'saw',
  'gave',
]);

/** These name cards that not everybody saw. */
const PRIVATE = new Set(['swap', 'saw']);

/** The latest sentences worth a place in the middle of the table, oldest first. */
export function headlines(log: readonly Entry[], most: number, hide = false): Entry[] {
  const found: Entry[] = [];
  for (let i = log.length - 1; i >= 0 && found.length < most; i--) {
    const entry = log[i]!;
    if (entry.kind === 'generation' && found.length) break;
    if (hide && PRIVATE.has(entry.kind)) continue;
    if (HEADLINES.has(entry.kind) && entry.lines.length) found.unshift(entry);
  }
  return found;
}

export interface Flight {
  from: string;
  to: string;
  shape: 'card' | 'coin' | 'spark';
  count: number;
}

const seat = (n: number): string => `seat-${n}`;

/** What travels over the table when something happens. */
export function flights({ kind, data }: Entry): Flight[] {
  const fly = (from: string, to: string, shape: Flight['shape'] = 'card', count = 1): Flight => ({
    from,
    to,
    shape,
    count,
  });
  switch (kind) {
    case 'elected':
      return [fly('stock', seat(data.seat), 'coin'), fly(seat(data.seat), 'discards')];
    case 'gave':
      return [fly(seat(data.giver), seat(data.to), 'coin', data.tokens)];
    case 'swap':
    case 'swapped': {
      const count = data.count ?? data.offered.length;
      return [
        fly(seat(data.president), seat(data.target), 'card', count),
        fly(seat(data.target), seat(data.president), 'card', count),
      ];
    }
    case 'captured':
      return [fly(seat(data.target), seat(data.president))];
    case 'enacted':
      return [fly(seat(data.president), 'policies')];
    case 'defected':
      return [fly(seat(data.president), 'discards')];
    case 'my_defection':
      return [fly('membership', 'discards')];
    case 'consensus':
      return [fly('stock', 'policies', 'spark', 3)];
    case 'showed':
    case 'saw':
      return data.to.map((to: number) => fly(seat(data.seat), seat(to), 'card', data.count));
    default:
      return [];
  }
}
