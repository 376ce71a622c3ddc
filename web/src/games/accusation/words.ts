import { words } from '../../lib/lang.svelte';
import { en, fr } from './said';
import type { View } from './cards';
import { paysIncome } from './facts';

export type Word = keyof typeof en;

export const t = words(en, fr);

const STAGES: Record<string, Word> = {
  draft: 'stageDraft',
  open: 'stageOpen',
  select: 'stageSelect',
  plan: 'stagePlan',
  audit: 'stageAudit',
  over: 'stageOver',
};

/** What happens while no Event is open, in a sentence. */
export function stage({ phase, batch }: View): string {
  if (phase === 'batch') return t(paysIncome(batch) ? 'stageIncome' : 'stageAbility');
  return t(STAGES[phase] ?? 'stageOther');
}
