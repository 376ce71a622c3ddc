/** What a throne hall looks up for: a card that is played, a sentence and how it falls, seats that
 * change. A pass, a draw or a window is nothing of the kind. */
import { tell, type Beat, type Lengths } from '../../lib/beats';
import type { Entry } from '../../lib/match.svelte';
import { CARDS } from './cards';
import { flights } from './story';
import { cardName, t } from './words';

/** An ability card, the face of an identity card, or a sentence: hanging, falling, or broken. */
export interface Picture {
  card?: string;
  face?: string;
  sentence?: 'hangs' | 'falls' | 'breaks';
}

export const lengths: Lengths = {
  transposition: 900,
  condemn: 1600,
  self_clearance: 1000,
  clearance: 1000,
  counter: 1000,
  swap: 1100,
  swap_unseen: 1100,
  investigation: 800,
  reveal: 1400,
  guarding: 1000,
  accuse: 1100,
  reverse: 1000,
  steal: 1000,
  steal_unseen: 1000,
  moved: 1000,
  turned: 1000,
  blocked: 1200,
  executed: 1400,
  cancelled: 900,
  died: 1600,
  died_unseen: 1600,
};

const BANNERS = {
  condemn: 'curtainCondemned',
  moved: 'curtainMoved',
  turned: 'curtainTurned',
  blocked: 'curtainBlocked',
  executed: 'curtainExecuted',
  cancelled: 'curtainVoid',
  died: 'curtainDied',
  died_unseen: 'curtainDied',
} as const;
const SENTENCES: Record<string, Picture['sentence']> = {
  condemn: 'hangs',
  turned: 'hangs',
  executed: 'falls',
  blocked: 'breaks',
  cancelled: 'breaks',
};

export const beats = (entries: readonly Entry[]): Beat[] =>
  entries
    .filter(({ kind }) => kind in lengths)
    .map((entry) => {
      const { kind, data } = entry;
      const card = kind.replace(/_unseen$/, '');
      const banner = BANNERS[kind as keyof typeof BANNERS];
      const [who, whom] = [data.who ?? data.one, data.target ?? data.other] as (
        number | undefined
      )[];
      return tell(entry, lengths, {
        banner: banner ? t(banner) : cardName(card),
        flights: flights([entry]),
        ...(who === undefined ? (whom === undefined ? {} : { who: whom }) : { who }),
        ...(who === undefined || whom === undefined ? {} : { whom }),
        ...picture(kind, card, data),
      });
    });

function picture(kind: string, card: string, data: Entry['data']): { picture?: Picture } {
  const sentence = SENTENCES[kind];
  if (sentence) return { picture: { sentence } };
  if (kind === 'reveal') return { picture: { face: data.face as string } };
  return card in CARDS ? { picture: { card } } : {};
}
