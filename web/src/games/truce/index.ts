import './room.css';
export { default as Table } from './Table.svelte';
export { default as Choices } from './Choices.svelte';
export { default as Mine } from './Mine.svelte';
export const reveals = true;
import type { Beat } from '../../lib/beats';
import type { Entry } from '../../lib/match.svelte';
import type { TruceMatch } from './desk.svelte';
import type { Sounds } from '../../lib/sound';
import { lastReveal, reveal } from './story';
import { t } from './words';

/** The composer needs more room on narrow screens, where everything is stacked. */
export const room = ['17.3rem', '22rem'] as const;

export function phase(match: TruceMatch): string {
  const { round, rounds } = match.state!.view;
  if (match.state!.view.phase === 'over') return t('phaseOver');
  return t(round === rounds ? 'phaseLast' : 'phase', { round, rounds });
}

export const sounds: Sounds = {
  gift: 'coin',
  reveal: 'reveal',
  loot: 'coin',
  robbed_supply: 'coin',
  robbed_spoils: 'coin',
  banked: 'coin',
  attack_on_looter: 'seal',
};

/** Coins, orders and arrows move on the table itself. */
export const onTable = true;
export { lengths } from './story';

export function beats(entries: readonly Entry[], match: TruceMatch): Beat[] {
  const { supply, spoils, stash, removed } = match.state!.view;
  const supporters = supply.map(() => 0);
  return reveal(lastReveal(entries), { supply, spoils, stash, removed, supporters });
}
