import './room.css';
import type { Match } from '../../lib/match.svelte';
import type { EmperorView } from '../../lib/protocol';
import type { Sounds } from '../../lib/sound';
import { t } from './words';

export { beats, lengths } from './beats';
export { default as Scene } from './Scene.svelte';
export { default as Secrets } from './Secrets.svelte';
export { default as Table } from './Table.svelte';
export { default as Choices } from './Choices.svelte';
export { default as Mine } from './Mine.svelte';

/** A question of several lines, and a hand of two. */
export const room = ['18.6rem', '25rem'] as const;

export const gone = (match: Match<EmperorView>): boolean =>
  !(match.state?.view.ring.includes(match.seat) ?? true);

/** Where we are, in a few words. */
export function phase(match: Match<EmperorView>): string {
  const view = match.state?.view;
  if (!view) return '';
  const n = view.round;
  const at = (
    key: 'atDirection' | 'atSlot' | 'atMain' | 'atDiscard' | 'atResolve',
    who?: number | null,
  ) => (who === match.seat ? t(`${key}Mine`, { n }) : t(key, { n, name: match.name(who ?? null) }));
  switch (view.phase) {
    case 'direction':
      return at('atDirection', view.emperor);
    case 'slot':
      return at('atSlot', view.candidate);
    case 'main':
      return at('atMain', view.pointer);
    case 'discard':
      return at('atDiscard', view.pointer);
    case 'resolve':
      return at('atResolve', view.condemns.find(({ id }) => id === view.resolving)?.target);
    default:
      return t('over');
  }
}

export const sounds: Sounds = {
  drew_unseen: 'card',
  discarded_unseen: 'card',
  looked: 'whisper',
  shuffled: 'card',
  transposition: 'card',
  moved: 'card',
  condemn: 'accusation',
  self_clearance: 'seal',
  clearance: 'seal',
  counter: 'seal',
  blocked: 'seal',
  swap_unseen: 'card',
  reveal: 'reveal',
  guarding: 'card',
  accuse: 'accusation',
  reverse: 'card',
  steal_unseen: 'card',
  executed: 'accusation',
};
