/** A lesson: a real match against bots on a fixed seed, with a pointer at each step.
 *
 * Players are named by their seats, because nobody knows what the learner is called: `{1}` stands for
 * the name of seat 1, in sentences and in notation. The learner has seat 0. `{tap:click|tap}` is the word
 * for the hand that the learner has: a mouse, or a finger. */
import type { Match } from './match.svelte';

type Both = { en: string; fr: string };
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Seen = (match: Match<any>) => boolean;

export interface LessonStep {
  /** The sentence of the teacher. */
  say: Both;
  /** What it points at, as a selector within the page; nothing for the whole table. */
  at?: string;
  /** The only acts that may be chosen here, as notation. The step ends when the question is
   * answered; elsewhere nothing can be chosen and the step ends with a button. */
  only?: string[];
  /** Wait until this is true before the step is shown (the next question, a certain round). */
  when?: Seen;
  /** The step ends by itself when this is true: for free acts, which answer no question. */
  until?: Seen;
}

export interface Lesson {
  seats: number;
  options: Record<string, number | string | boolean>;
  /** Any short text: the same text and the same acts give the same match. */
  seed: string;
  bot: string;
  steps: LessonStep[];
}
