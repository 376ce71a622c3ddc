export { default as Table } from './Table.svelte';
export { default as Choices } from './Choices.svelte';
export { default as Mine } from './Mine.svelte';
import type { TruceMatch } from './desk.svelte';
import { t } from './words';

export const bar = '13.6rem';

export function phase(match: TruceMatch): string {
  const { round, rounds } = match.state!.view;
  if (match.state!.view.phase === 'over') return t('phaseOver');
  return t(round === rounds ? 'phaseLast' : 'phase', { round, rounds });
}
