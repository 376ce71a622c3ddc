import './room.css';
import type { Match } from '../../lib/match.svelte';
import type { JAccuseView } from '../../lib/protocol';
import type { Sounds } from '../../lib/sound';
import { t } from './words';

export { beats, lengths } from './beats';
export { default as Scene } from './Scene.svelte';
export { default as Secrets } from './Secrets.svelte';
export { default as Table } from './Table.svelte';
export { default as Choices } from './Choices.svelte';
export { default as Mine } from './Mine.svelte';

export const room = ['17.2rem', '22.5rem'] as const;

const STEPS = {
  membership: 'stepMembership',
  vote: 'stepVote',
  parley: 'stepParley',
  reply: 'stepReply',
  action: 'stepAction',
  replace: 'stepReplace',
  enact: 'stepEnact',
  over: 'stepOver',
} as const;

export function phase(match: Match<JAccuseView>): string {
  const view = match.state?.view;
  if (!view) return '';
  const step =
    view.phase === 'vote' && view.votes.length
      ? t('stepRunoff', { n: view.votes.length + 1 })
      : t(STEPS[view.phase as keyof typeof STEPS], { n: view.election });
  return t('phase', { n: view.generation, of: view.generations, step });
}

export const sounds: Sounds = {
  generation: 'card',
  votes: 'reveal',
  president: 'talk',
  parley: 'whisper',
  swapped: 'card',
  defected: 'card',
  captured: 'accusation',
  cleared: 'accusation',
  policy: 'seal',
  crisis: 'accusation',
  showed: 'card',
  gave: 'coin',
  won: 'reveal',
  void: 'reveal',
};
