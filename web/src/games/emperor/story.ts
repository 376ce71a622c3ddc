/** What travels over the table when something happens: decoration, the places themselves are true. */
import type { Entry } from '../../lib/match.svelte';
import { CARDS } from './cards';

interface Flight {
  from: string;
  to: string;
  shape: string;
}

export function flights(news: readonly Entry[]): Flight[] {
  return news.flatMap(({ kind, data }) => {
    const who = `seat-${data.who}`;
    const target = `seat-${data.target}`;
    if (kind === 'drew' || kind === 'drew_unseen')
      return [{ from: 'deck', to: who, shape: 'card' }];
    if (kind === 'discarded' || kind === 'discarded_unseen')
      return [{ from: who, to: 'pile', shape: 'card' }];
    if (kind === 'looked' || kind === 'saw') return [{ from: who, to: target, shape: 'spark' }];
    if (kind === 'steal' || kind === 'steal_unseen')
      return [{ from: target, to: who, shape: 'card' }];
    if (kind === 'swap' || kind === 'swap_unseen')
      return [
        { from: who, to: target, shape: 'card' },
        { from: target, to: who, shape: 'card' },
      ];
    if (kind === 'condemn' || kind === 'accuse') return [{ from: who, to: target, shape: 'spark' }];
    return kind in CARDS ? [{ from: who, to: 'pile', shape: 'card' }] : [];
  });
}
