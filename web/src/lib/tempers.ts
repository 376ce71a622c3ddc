/** How a bot deals: its temper stands behind its level, as in `normal:faithful`. */
import type { en } from '../words/en';

export const TEMPERS = ['faithful', 'opportunist', 'grudging'] as const;
export type Temper = (typeof TEMPERS)[number];

const NAMES = {
  faithful: 'temperFaithful',
  opportunist: 'temperOpportunist',
  grudging: 'temperGrudging',
} as const;
const ABOUT = {
  faithful: 'aboutFaithful',
  opportunist: 'aboutOpportunist',
  grudging: 'aboutGrudging',
} as const;

type Say = (key: keyof typeof en) => string;

/** How well a bot plays, without how it deals. */
export const levelOf = (bot: string): string => bot.split(':')[0]!;

/** How a bot deals; nothing, if it does not. */
export function temperOf(bot: string): Temper | null {
  const temper = bot.split(':')[1];
  return TEMPERS.find((one) => one === temper) ?? null;
}

/** A temper in a word. */
export const temperName = (temper: Temper, say: Say): string => say(NAMES[temper]);

/** And what to expect of it. */
export const temperAbout = (temper: Temper, say: Say): string =>
  `${temperName(temper, say)}: ${say(ABOUT[temper])}`;
