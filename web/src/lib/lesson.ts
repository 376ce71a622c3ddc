/** A lesson: a real match against bots on a fixed seed, with a pointer at each step. */
import type { Match } from './match.svelte';

type Both = { en: string; fr: string };

export interface LessonStep {
  /** The sentence of the teacher. */
  say: Both;
  /** What it points at, as a selector within the table; nothing for the whole table. */
  at?: string;
  /** The only answers that may be chosen here, as notation; the step ends when one is sent. Without
   * it, the step ends with a button. */
  only?: string[];
  /** Wait until this is true before the step is shown (a reveal, the next question). */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  when?: (match: Match<any>) => boolean;
}

export interface Lesson {
  seats: number;
  options: Record<string, number | string | boolean>;
  /** Any text: the same text gives the same deal and the same bots. */
  seed: string;
  bot: string;
  steps: LessonStep[];
}
