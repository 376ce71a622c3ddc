/** How well bots play: the levels, the same words as in terminal and lab, and a mix of them. */
import type { en } from '../words/en';

export const LEVELS = ['random', 'easy', 'normal', 'hard'] as const;
export type Level = (typeof LEVELS)[number];
export const MIXED = 'mixed';

const TITLES = {
  random: 'botRandom',
  easy: 'botEasy',
  normal: 'botNormal',
  hard: 'botHard',
  mixed: 'botMixed',
} as const;
const SHORT = {
  random: 'levelRandom',
  easy: 'levelEasy',
  normal: 'levelNormal',
  hard: 'levelHard',
} as const;

type Say = (key: keyof typeof en) => string;
type Played = { another_character?: boolean } | undefined; // a game, once its facts are there

export const isLevel = (bot: string): bot is Level => (LEVELS as readonly string[]).includes(bot);

/** Whether a game's `hard` plays otherwise rather than much better: who chooses it shall know. */
const isAnother = (bot: string, game: Played): boolean =>
  bot === 'hard' && (game?.another_character ?? false);

/** A level as somebody chooses it. A bot of a game's own, that is no level, has only its name. */
export function levelTitle(bot: string, say: Say, game: Played): string {
  if (isAnother(bot, game)) return say('botAnother');
  return bot in TITLES ? say(TITLES[bot as keyof typeof TITLES]) : bot;
}

/** A level in a word. */
export function levelName(bot: string, say: Say, game: Played): string {
  if (isAnother(bot, game)) return say('levelAnother');
  return isLevel(bot) ? say(SHORT[bot]) : bot;
}

/** Who plays where nobody said who. */
export const usual = (bots: string[]): string =>
  bots.includes('normal') ? 'normal' : (bots.at(-1) ?? 'random');

const mixable = (bots: string[]): Level[] =>
  LEVELS.filter((level) => level !== 'random' && bots.includes(level));

/** What a host can choose: a mix first, where there is something to mix. */
export const choices = (bots: string[]): string[] =>
  mixable(bots).length > 1 ? [MIXED, ...bots] : bots;

/** The bot for a seat. A mix goes by the seat's number, so that everybody can see through it. */
export function forSeat(choice: string, bots: string[], seat: number): string {
  const levels = mixable(bots);
  if (choice === MIXED && levels.length) return levels[seat % levels.length]!;
  return bots.includes(choice) ? choice : usual(bots);
}
