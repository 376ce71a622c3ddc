import './room.css';
import type { Table as Match } from './cards.svelte';
import type { Sounds } from '../../lib/sound';
import { say } from './words';

export { default as Choices } from './Choices.svelte';
export { default as Mine } from './Mine.svelte';
export { beats, lengths } from './beats';
export { default as Scene } from './Scene.svelte';
export { default as Table } from './Table.svelte';
export const reveals = true;

/** A tap on a card answers at once; what cannot be taken back asks in its own place. */
export const direct = true;

const STEPS = ['stepPlay', 'stepAttack', 'stepBuy'] as const; // CA-7

export function phase(match: Match): string {
  const view = match.state?.view;
  if (!view || view.phase === 'over') return say('phaseOver');
  const n = view.turns[view.active]! + 1;
  const turn =
    view.active === match.seat
      ? say('phaseMine', { n })
      : say('phase', { n, name: match.name(view.active) });
  const step = STEPS[view.step];
  return match.welcome?.options.turn_mode === 'phased' && step ? `${turn} · ${say(step)}` : turn;
}

export const sounds: Sounds = {
  played: 'card',
  rallied: 'coin',
  massed: 'coin',
  drew_hidden: 'card',
  discredited: 'seal',
  reported: 'seal',
  destroyed: 'accusation',
  hit: 'seal',
  bought: 'coin',
  bought_top: 'coin',
  stammered: 'whisper',
  conceded: 'reveal',
};
