/** What has just happened, in few lines; and what flies over the table. */
import type { Entry } from '../../lib/match.svelte';

const QUIET = ['selected_card', 'sealed', 'shuffled', 'drew', 'world_card', 'drew_card'];

/** The last lines of the log that are worth a place in the middle of the table. Only what everybody
 * was told: my secrets stay behind my curtain. */
export const headlines = (log: readonly Entry[], most: number): Entry[] =>
  log
    .filter(({ kind, lines }) => lines.length && !QUIET.includes(kind) && !PRIVATE.includes(kind))
    .slice(-most);

/** What the effects of an ability bring about. */
const EFFECTS = [
  'sealed',
  'lost',
  'gained',
  'stolen',
  'moved',
  'rep',
  'drew',
  'drew_card',
  'discarded',
  'discarded_card',
  'gave_works',
  'shows',
  'shown_card',
];

/** The ability of somebody else that is at work, as the log tells it; nothing where it is not one. */
export function atWork(log: readonly Entry[], me: number): string {
  const goesOn = ({ kind, data }: Entry): boolean =>
    kind === 'now' ? data.phase === 'batch' : EFFECTS.includes(kind);
  const last = log.findLast((entry) => !goesOn(entry));
  return last?.kind.startsWith('used') && last.data.who !== me ? last.lines[0]! : '';
}

const PRIVATE = [
  'selected_card',
  'drew_card',
  'discarded_card',
  'took_works_card',
  'shown_card',
  'tapped_card',
  'looked_cards',
  'buried_card',
];

export interface Flight {
  from: string;
  to: string;
  shape: 'coin' | 'card' | 'spark';
  count: number;
}

/** Tokens between Ministries, bank and cost cards; cards out of the pile. */
export function flights(news: readonly Entry[]): Flight[] {
  return news.flatMap(({ kind, data }): Flight[] => {
    const tokens = String(data.tokens ?? '');
    const each = [...new Set(tokens)].map((letter) => ({
      letter,
      count: tokens.split(letter).length - 1,
    }));
    const of = (seat: number, letter: string): string => `min-${seat}-${letter}`;
    const who = data.who as number;
    const moved = (from: (l: string) => string, to: (l: string) => string): Flight[] =>
      each.map(({ letter, count }) => ({
        from: from(letter),
        to: to(letter),
        shape: 'coin',
        count,
      }));
    const one = (from: string, to: string, shape: Flight['shape']): Flight[] => [
      { from, to, shape, count: 1 },
    ];
    switch (kind) {
      case 'gained':
        return moved(
          () => 'bank',
          (l) => of(who, l),
        );
      case 'lost':
        return moved(
          (l) => of(who, l),
          () => 'bank',
        );
      case 'stolen':
        return moved(
          (l) => of(data.target as number, l),
          (l) => of(who, l),
        );
      case 'accused':
        return [
          ...moved(
            (l) => of(who, l),
            () => `cost-${who}`,
          ),
          ...one(`seat-${who}`, `seat-${data.target}`, 'spark'),
        ];
      case 'moved':
        return one(of(who, String(data.source)), of(who, String(data.to)), 'coin');
      case 'revealed':
        return one('pile', 'event', 'card');
      case 'vp':
        return one('event', `vp-${who}`, 'spark');
      default:
        return [];
    }
  });
}
