import type { Match } from '../../lib/match.svelte';
import type { EmperorView } from '../../lib/protocol';
import { t } from './words';

export { default as Table } from './Table.svelte';
export { default as Choices } from './Choices.svelte';
export { default as Mine } from './Mine.svelte';

/** A question of several lines, and a hand of two. */
export const room = ['18.1rem', '26.5rem'] as const;

/** Where we are, in a few words. */
export function phase(match: Match<EmperorView>): string {
  const view = match.state?.view;
  if (!view) return '';
  const n = view.round;
  const turn = match.name(view.pointer);
  switch (view.phase) {
    case 'direction':
      return t('atDirection', { n, name: match.name(view.emperor) });
    case 'slot':
      return t('atSlot', { n, name: match.name(view.candidate) });
    case 'main':
      return view.pointer === match.seat ? t('atMainMine', { n }) : t('atMain', { n, name: turn });
    case 'discard':
      return t('atDiscard', { n, name: turn });
    case 'resolve': {
      const due = view.condemns.find((condemn) => condemn.id === view.resolving);
      return t('atResolve', { n, name: match.name(due?.target ?? null) });
    }
    default:
      return t('over');
  }
}
