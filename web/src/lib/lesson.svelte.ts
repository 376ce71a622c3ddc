/** Where a learner is in a lesson, kept over a refresh. */
import { fill, lang } from './lang.svelte';
import type { Lesson, LessonStep } from './lesson';
import type { Match } from './match.svelte';

/** A place in a lesson: its table, the step, and the question that was open when it began. */
interface Place {
  table: string;
  step: number;
  prompt: number | null;
}

export function place(game: string): Place | null {
  try {
    return JSON.parse(localStorage.getItem(`lesson/${game}`) ?? 'null') as Place | null;
  } catch {
    return null;
  }
}

const finger = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Sentences and notation with seats named: `attack {1}`; and `{tap:click|tap}`, which is the one for a
 * mouse and the other for a finger. */
export const named = (text: string, names: readonly string[]): string =>
  fill(text, { ...Object.fromEntries(names.entries()), tap: finger() ? 2 : 1 }, lang.now);

export class Course {
  step = $state(0);
  #prompt = $state<number | null>(null); // the question that this step asks for

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
    readonly table: string,
    readonly again: () => void,
  ) {
    const kept = place(game);
    if (kept?.table === table) {
      this.step = kept.step;
      this.#prompt = kept.prompt;
    }
    this.#keep();
  }

  get over(): boolean {
    return this.step >= this.lesson.steps.length;
  }

  /** The step to show now; none while the table is still showing what happened before. */
  shown(match: Match): LessonStep | null {
    const step = this.lesson.steps[this.step];
    if (!step || !match.state || match.showing) return null;
    return !step.when || this.#prompt !== null || step.when(match) ? step : null;
  }

  says = (step: LessonStep, match: Match): string =>
    lang.tidy(named(step.say[lang.now], match.names));

  /** What may be done now: nothing, where the teacher only talks. */
  allowed(match: Match): ReadonlySet<string> {
    const step = this.shown(match);
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew, never changed
    return new Set((step?.only ?? []).map((act) => named(act, match.names)));
  }

  /** Look at the table again: a step that asks for an act ends when it is done. */
  follow(match: Match): void {
    const step = this.shown(match);
    if (!step || !match.state) return;
    if (step.until) {
      if (step.until(match)) this.next();
    } else if (step.only) {
      if (this.#prompt === null) {
        this.#prompt = match.state.prompt;
        this.#keep();
      } else if (match.state.prompt !== this.#prompt) {
        this.next();
      }
    }
  }

  next(): void {
    this.step += 1;
    this.#prompt = null;
    this.#keep();
  }

  forget(): void {
    localStorage.removeItem(`lesson/${this.game}`);
  }

  #keep(): void {
    const here: Place = { table: this.table, step: this.step, prompt: this.#prompt };
    localStorage.setItem(`lesson/${this.game}`, JSON.stringify(here));
  }
}
