import './room.css';
import { face, title, type Table as Match } from './cards';
import { accusing, paysIncome } from './facts';
import type { Sounds } from '../../lib/sound';
import { t } from './words';

export { default as Choices } from './Choices.svelte';
export { default as Mine } from './Mine.svelte';
export { beats, lengths } from './beats';
export { default as Scene } from './Scene.svelte';
export { default as Table } from './Table.svelte';
export const reveals = true;

export const room = ['17rem', '23.5rem'] as const;

const PHASES = {
  draft: 'phaseDraft',
  open: 'phaseOpen',
  select: 'phaseSelect',
  plan: 'phasePlan',
  reveal: 'phaseReveal',
  claim: 'phaseClaim',
  success: 'phaseClaim',
  audit: 'phaseAudit',
  over: 'phaseOver',
} as const;

/** Where we are, in a few words. */
export function phase(match: Match): string {
  const view = match.state?.view;
  if (!view) return '';
  const n = view.round;
  const card = view.event ? title(view.event.card) : '';
  const number = view.event ? face(view.event.card).number : '';
  if (view.phase in PHASES)
    return t(PHASES[view.phase as keyof typeof PHASES], { n, card, number });
  if (view.event && accusing(view) && view.event.holder !== null)
    return t('phaseAccuse', { n, name: match.name(view.event.holder) });
  if (view.event) return t('phaseEvent', { n, card });
  return t(paysIncome(view.batch) ? 'phaseIncome' : 'phaseAbility', { n });
}

export const sounds: Sounds = {
  drew: 'card',
  selected: 'card',
  shuffled: 'card',
  gained: 'coin',
  stolen: 'coin',
  used: 'card',
  used_on: 'card',
  revealed: 'reveal',
  revealed_works: 'reveal',
  claimed: 'reveal',
  accused: 'accusation',
  denied: 'seal',
  not_me: 'seal',
  admitted: 'reveal',
  exposed: 'reveal',
  tapped: 'whisper',
  shows: 'whisper',
};
