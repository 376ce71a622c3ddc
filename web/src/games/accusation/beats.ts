/** What a war room looks up for: the Event that turns, who claims it, accusations and answers. */
import { tell, type Beat, type Lengths } from '../../lib/beats';
import type { Entry, Match } from '../../lib/match.svelte';
import type { Card, View } from './cards';
import { flights } from './story';
import { t } from './words';

/** An Event on the stage: it turns, or its parts light up. */
export interface Picture {
  card: Card;
  lit: boolean;
}

export const lengths: Lengths = {
  revealed: 2200,
  revealed_works: 1000,
  claimed: 1000,
  unclaimed: 800,
  accused: 1300,
  denied: 1100,
  not_me: 1000,
  admitted: 1400,
  exposed: 1400,
  audited: 1200,
  claimed_success: 1200,
  was_wrong: 900,
  cancelled: 900,
  removed: 1400,
  vp: 700,
};

const BANNERS = {
  claimed: 'curtainClaimed',
  unclaimed: 'curtainUnclaimed',
  accused: 'curtainAccused',
  denied: 'curtainDenied',
  not_me: 'curtainNotMe',
  admitted: 'curtainAdmitted',
  exposed: 'curtainExposed',
  audited: 'curtainAudited',
  claimed_success: 'curtainSuccess',
  was_wrong: 'curtainWrong',
  cancelled: 'curtainCancelled',
  removed: 'curtainRemoved',
} as const;

export const beats = (entries: readonly Entry[], match: Match<View>): Beat[] =>
  entries
    .filter(({ kind }) => kind in lengths)
    .flatMap((entry): Beat[] => {
      const { kind, data } = entry;
      if (kind === 'revealed') return turned(entry);
      if (kind === 'revealed_works')
        return [tell(entry, lengths, { picture: { card: 'PW', lit: true } satisfies Picture })];
      if (kind === 'vp') return points(entry, match);
      const whom = (data.target ?? data.by) as number | undefined;
      return [
        tell(entry, lengths, {
          banner: t(BANNERS[kind as keyof typeof BANNERS]),
          flights: flights([entry]),
          ...(data.who === undefined ? {} : { who: data.who as number }),
          ...(whom === undefined ? {} : { whom }),
        }),
      ];
    });

/** The Event turns; then its parts light up. */
function turned(entry: Entry): Beat[] {
  const card = entry.data.card as Card;
  const [first, then] = [0.4, 0.6].map((part) => lengths.revealed! * part) as [number, number];
  const more = { entries: [entry], key: `event/${entry.number}` };
  return [
    {
      ...more,
      ms: first,
      lines: entry.lines.slice(0, 1),
      flights: flights([entry]),
      picture: { card, lit: false } satisfies Picture,
    },
    {
      ...more,
      ms: then,
      lines: entry.lines.slice(1),
      drawn: true,
      picture: { card, lit: true } satisfies Picture,
    },
  ];
}

/** Victory points are worth a look when there are more than before. */
function points(entry: Entry, match: Match<View>): Beat[] {
  const { who, vp } = entry.data as { who: number; vp: number };
  if (vp <= (match.state?.view.vp[who] ?? 0)) return [];
  const banner = t('curtainPoints', { n: vp });
  return [tell(entry, lengths, { banner, who, flights: flights([entry]) })];
}
