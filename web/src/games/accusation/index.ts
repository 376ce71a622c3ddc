import { title, type Table as Match } from './cards.svelte';
import { accusing } from './facts';
import { t } from './words';

export { default as Choices } from './Choices.svelte';
export { default as Mine } from './Mine.svelte';
export { default as Table } from './Table.svelte';

export const room = ['19.5rem', '25rem'] as const;

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
  if (view.phase in PHASES) return t(PHASES[view.phase as keyof typeof PHASES], { n, card });
  if (view.event && accusing(view) && view.event.holder !== null)
    return t('phaseAccuse', { n, name: match.name(view.event.holder) });
  return view.event ? t('phaseEvent', { n, card }) : t('phaseIncome', { n });
}
