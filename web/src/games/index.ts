/** Which game has a table of its own; any other is played at the generic one. */
import type { Component } from 'svelte';
import type { Lesson } from '../lib/lesson';
import type { Beat, Lengths } from '../lib/beats';
import type { Entry, Match } from '../lib/match.svelte';
import type { Sounds } from '../lib/sound';

/* eslint-disable @typescript-eslint/no-explicit-any -- each game knows its own view */
type Part = Component<{ match: any; onrule?: (rule: string) => void }>;

export interface GameTable {
  /** The table itself: seats, what lies between them, the centre. */
  Table: Part;
  /** How to answer: instead of the plain list of choices. */
  Choices?: Part;
  /** `Choices` and the table send answers themselves, and offer to take them back. */
  direct?: boolean;
  /** My hand and my secrets. The curtain hides it. */
  Mine?: Part;
  /** With everything revealed the table itself shows all that everyone held. */
  reveals?: boolean;
  /** How high prompt and hand are together, on wide and on narrow screens: a new question moves
   * nothing, and a long one scrolls. */
  room?: readonly [wide: string, narrow: string];
  /** Where we are, in a few words: the phase strip. */
  phase?: (match: Match<any>) => string;
  /** What is heard of its events, by their kinds: of those that everyone at the table is told of. */
  sounds?: Sounds;
  /** What of an update is worth a curtain, in the order in which it is told. The match still shows
   * what was before it. */
  beats?: (entries: readonly Entry[], match: Match<any>) => Beat[];
  /** How long each kind of event is told. */
  lengths?: Lengths;
  /** What a beat of its own looks like. */
  Scene?: Component<{ match: any; beat: Beat }>;
  /** What a player hid and the end opens, small. */
  Secrets?: Component<{ match: any; seat: number }>;
  /** The table itself is the stage. */
  onTable?: boolean;
  /** I am out of it for good: nothing will be asked of me any more. */
  gone?: (match: Match<any>) => boolean;
}

const tables: Record<string, () => Promise<GameTable>> = {
  accusation: () => import('./accusation'),
  complot: () => import('./complot'),
  emperor: () => import('./emperor'),
  jaccuse: () => import('./jaccuse'),
  truce: () => import('./truce'),
};
const lessons: Record<string, () => Promise<{ lesson: Lesson }>> = {
  accusation: () => import('./accusation/lesson'),
  complot: () => import('./complot/lesson'),
  emperor: () => import('./emperor/lesson'),
  jaccuse: () => import('./jaccuse/lesson'),
  truce: () => import('./truce/lesson'),
};
const cards: Record<string, () => Promise<{ default: Component }>> = {
  accusation: () => import('./accusation/Cards.svelte'),
  complot: () => import('./complot/Cards.svelte'),
  emperor: () => import('./emperor/Cards.svelte'),
  jaccuse: () => import('./jaccuse/Cards.svelte'),
  truce: () => import('./truce/Cards.svelte'),
};

export const hasTable = (game: string): boolean => game in tables;

export const loadTable = (game: string): Promise<GameTable> =>
  (tables[game] ?? (() => import('./generic')))();

export const hasLesson = (game: string): boolean => game in lessons;

export const loadLesson = async (game: string): Promise<Lesson | null> =>
  (await lessons[game]?.())?.lesson ?? null;

/** Its cards, to look through and to print. */
export const loadCards = async (game: string): Promise<{ default: Component } | null> =>
  (await cards[game]?.()) ?? null;
