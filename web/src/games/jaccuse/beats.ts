/** What a chamber of deputies looks up for: ballots, parleys, accusations, the end of a generation. */
import { tell, type Beat, type Lengths } from '../../lib/beats';
import type { Entry, Match } from '../../lib/match.svelte';
import type { JAccuseView } from '../../lib/protocol';
import type { Colour } from './cards';
import { flights } from './story';
import { cardName, t } from './words';

export interface Laid {
  seat: number;
  face: string;
}
/** Cards on the stage: those before `open` lie face up, the ones from `fresh` on turn now. */
export interface Picture {
  cards: readonly Laid[];
  open: number;
  fresh: number;
  /** Which one decided. */
  winner?: number | undefined;
}

export const lengths: Lengths = {
  votes: 2400,
  elected: 1200,
  runoff: 1000,
  consensus: 1100,
  no_votes: 900,
  parley: 1000,
  swap: 1000,
  swapped: 1000,
  defected: 900,
  captured: 2800,
  cleared: 2800,
  enacted: 1100,
  crisis: 1400,
  won: 1800,
  void: 1500,
};
const GROUPS = 4; // so many turns of ballots before the one that decides

const BANNERS = {
  runoff: 'curtainTie',
  consensus: 'curtainConsensus',
  no_votes: 'curtainNobody',
  parley: 'curtainParley',
  swap: 'curtainParley',
  swapped: 'curtainParley',
  defected: 'curtainDefected',
  enacted: 'curtainPolicy',
  crisis: 'curtainCrisis',
  void: 'curtainVoid',
} as const;

type Table = Match<JAccuseView>;

export const beats = (entries: readonly Entry[], match: Table): Beat[] =>
  entries.flatMap((entry, i): Beat[] => {
    if (!(entry.kind in lengths)) return [];
    if (entry.kind === 'votes') return ballots(entry, decided(entries.slice(i + 1)), match);
    if (entry.kind === 'captured' || entry.kind === 'cleared') return accusation(entry, match);
    return [plain(entry)];
  });

/** Whose ballots decide: of the one who is elected, or of those who are tied. */
function decided(after: readonly Entry[]): number[] {
  const end = after.find(({ kind }) => kind === 'elected' || kind === 'runoff');
  return end ? [end.data.seat ?? end.data.voters].flat() : [];
}

/** Ballots turn one after the other, the deciding one last. */
function ballots(entry: Entry, last: readonly number[], match: Table): Beat[] {
  const cast = (entry.data.votes as (string | null)[]).flatMap((face, seat): Laid[] =>
    face ? [{ seat, face }] : [],
  );
  const cards = [
    ...cast.filter(({ seat }) => !last.includes(seat)),
    ...cast.filter(({ seat }) => last.includes(seat)),
  ];
  const before = cards.length - cast.filter(({ seat }) => last.includes(seat)).length;
  const size = Math.max(1, Math.ceil(before / GROUPS));
  const steps = Array.from({ length: Math.ceil(before / size) }, (_, i) =>
    Math.min(before, (i + 1) * size),
  );
  if (before < cards.length) steps.push(cards.length);
  return steps.map((open, i) => {
    const fresh = steps[i - 1] ?? 0;
    const said = cards
      .slice(fresh, open)
      .map(({ seat, face }) =>
        t('curtainBallot', { name: match.name(seat), card: cardName(face) }),
      );
    return {
      entries: [entry],
      ms: lengths.votes! / steps.length,
      lines: i ? said : [...entry.lines, ...said],
      drawn: true,
      key: `votes/${entry.number}`,
      picture: { cards, open, fresh } satisfies Picture,
    };
  });
}

/** *J'accuse!* across the table before the card turns. */
function accusation(entry: Entry, match: Table): Beat[] {
  const { president, target, colour, card } = entry.data;
  const [who, whom] = [president as number, target as number];
  const cards = [{ seat: whom, face: card as string }];
  const ms = lengths[entry.kind]! / 2;
  const names = { president: match.name(who), target: match.name(whom) };
  return [
    {
      entries: [entry],
      ms,
      lines: [t('curtainAccuses', { ...names, colour: t(colour as Colour) })],
      banner: t('curtainAccuse'),
      who,
      whom,
      flights: [{ from: `seat-${who}`, to: `seat-${whom}`, shape: 'spark' }],
      picture: { cards, open: 0, fresh: 0 } satisfies Picture,
    },
    {
      entries: [entry],
      ms,
      lines: entry.lines,
      banner: t(entry.kind === 'captured' ? 'curtainRight' : 'curtainWrong'),
      picture: { cards, open: 1, fresh: 0 } satisfies Picture,
      ...(entry.kind === 'captured' ? { flights: flights(entry) } : {}),
    },
  ];
}

function plain(entry: Entry): Beat {
  const { kind, data } = entry;
  if (kind === 'elected')
    return tell(entry, lengths, {
      banner: t('curtainElected'),
      who: data.seat,
      flights: flights(entry),
      picture: {
        cards: [{ seat: data.seat, face: data.card }],
        open: 1,
        fresh: 1,
        winner: data.seat,
      } satisfies Picture,
    });
  if (kind === 'won' || kind === 'void') {
    const cards = (data.memberships as string[]).map((face, seat) => ({ seat, face }));
    return tell(entry, lengths, {
      banner:
        kind === 'won'
          ? t('curtainWon', { colour: big(t(data.winner as Colour)) })
          : t('curtainVoid'),
      picture: { cards, open: cards.length, fresh: 0 } satisfies Picture,
    });
  }
  return tell(entry, lengths, {
    banner: t(BANNERS[kind as keyof typeof BANNERS]),
    flights: flights(entry),
    ...(data.president === undefined ? {} : { who: data.president }),
    ...(data.target === undefined ? {} : { whom: data.target }),
    ...(kind === 'enacted'
      ? {
          picture: {
            cards: [{ seat: data.president, face: data.card }],
            open: 1,
            fresh: 0,
          } satisfies Picture,
        }
      : {}),
  });
}

const big = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
