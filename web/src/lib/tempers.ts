/** How a bot deals: its temper stands behind its level, as in `normal:faithful`. */
import type { en } from '../words/en';

export const TEMPERS = ['faithful', 'opportunist', 'grudging'] as const;
export type Temper = (typeof TEMPERS)[number];

const ABOUT = {
  faithful: 'aboutFaithful',
  opportunist: 'aboutOpportunist',
  grudging: 'aboutGrudging',
} as const;

type Say = (key: keyof typeof en) => string;

const last = (bot: string): string => bot.split(':').at(-1)!;

/** How a bot deals; nothing, if it does not. */
export const temperOf = (bot: string): Temper | null =>
  TEMPERS.find((one) => one === last(bot)) ?? null;

/** How well a bot plays, or what else it is called, without how it deals. */
export const levelOf = (bot: string): string =>
  temperOf(bot) || last(bot) === 'silent' ? bot.slice(0, bot.lastIndexOf(':')) : bot;

/** A temper in a word, and what to expect of it. */
export const temperAbout = (temper: Temper, say: Say): string => say(ABOUT[temper]);
