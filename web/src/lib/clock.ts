/** How long one thinks at a table, in a few words. */
import { lang } from './lang.svelte';
import type { Clock } from './protocol';

export function clockSaid(clock: Clock | null): string {
  if (!clock) return lang.t('clockNone');
  const seconds = clock.decision;
  return seconds < 60
    ? lang.t('clockSeconds', { n: seconds })
    : lang.t('clockMinutes', { n: Math.round(seconds / 6) / 10 });
}
