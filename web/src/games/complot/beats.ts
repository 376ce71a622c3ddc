/** What two debaters look up for: an attack that lands. */
import { tell, type Beat, type Lengths } from '../../lib/beats';
import type { Entry } from '../../lib/match.svelte';
import { faces, type Table } from './cards.svelte';
import { ways } from './story';
import { say } from './words';

export interface Picture {
  card?: string;
  points?: number;
}

export const lengths: Lengths = { hit: 1100, destroyed: 1200, discredited: 1200 };

const BANNERS = {
  hit: 'curtainHit',
  destroyed: 'curtainDestroyed',
  discredited: 'curtainDiscredited',
} as const;

export function beats(entries: readonly Entry[], match: Table): Beat[] {
  const of = faces(match);
  const { active } = match.state!.view;
  return entries
    .filter(({ kind }) => kind in lengths)
    .map((entry) => {
      const { kind, data } = entry;
      const picture: Picture =
        kind === 'hit' ? { points: data.n as number } : { card: data.card as string };
      return tell(entry, lengths, {
        banner: say(BANNERS[kind as keyof typeof BANNERS], { n: (data.n as number) ?? 0 }),
        flights: ways(entry, of, active),
        picture,
        ...(data.seat === active ? { who: active } : { who: active, whom: data.seat as number }),
      });
    });
}
