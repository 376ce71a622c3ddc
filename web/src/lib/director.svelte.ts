/** One director owns every reveal. While the curtain is up, whatever the server says is kept in order
 * and nothing on the page changes but the stage; when it has fallen, the rest is told.
 *
 * It knows no game and no frame: what is kept is handed back as it came. */
import { LONGEST, type Beat } from './beats';

/** Something of the server's that waits its turn, and when it came. */
export interface Heard<T> {
  what: T;
  at: number;
}
interface Page<T> {
  /** The reveal that this would begin: none, if it is to be shown at once. */
  plan: (what: T) => readonly Beat[];
  /** How long its reveal would be. */
  length: (what: T) => number;
  /** Show it; `told` is what the curtain has told already. */
  apply: (heard: Heard<T>, told: readonly Beat[]) => void;
  /** How much of the usual time a beat takes here; null: until somebody asks for the next one; 0:
   * only what somebody asked to see again is played. */
  pace: () => number | null;
  now: () => number;
}

const LEAST = 0.25; // a beat is never quicker than this part of its usual length
const LATE = 6000; // what has waited so long is not played any more

export class Director<T = unknown> {
  beats = $state.raw<readonly Beat[]>([]);
  at = $state(0);
  ms = $state(0); // how long the beat takes here and now; 0: until told
  #page: Page<T>;
  #scene: Heard<T> | null = null;
  #queue: Heard<T>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Page<T>) {
    this.#page = page;
  }

  get up(): boolean {
    return this.beats.length > 0;
  }

  get beat(): Beat | null {
    return this.beats[this.at] ?? null;
  }

  /** Every line that was told since the curtain went up, in order. */
  get lines(): readonly string[] {
    return this.beats.slice(0, this.at + 1).flatMap((beat) => beat.lines);
  }

  /** Something of the server's has come. */
  hear(what: T): void {
    const heard = { what, at: this.#page.now() };
    if (this.up) this.#queue.push(heard);
    else this.#show(heard);
  }

  /** A reveal that was seen before, once more. */
  again(beats: readonly Beat[]): void {
    if (!this.up) this.#raise(beats);
  }

  /** The next beat; after the last one the curtain falls. */
  next = (): void => {
    clearTimeout(this.#timer);
    if (this.at + 1 < this.beats.length) this.#play(this.at + 1);
    else this.skip();
  };

  /** Let the curtain fall now. What waits behind it may raise it again. */
  skip = (): void => {
    if (!this.up) return;
    this.#fall();
    while (!this.up && this.#queue.length) this.#show(this.#queue.shift()!);
  };

  /** Nobody looks: everything is shown at once. */
  flush(): void {
    if (this.up) this.#fall();
    for (const heard of this.#queue.splice(0)) this.#page.apply(heard, []);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #show(heard: Heard<T>): void {
    const late = this.#page.now() - heard.at > LATE;
    const beats = late ? [] : this.#page.plan(heard.what);
    if (!beats.length) return this.#page.apply(heard, []);
    this.#scene = heard;
    this.#raise(beats);
  }

  #raise(beats: readonly Beat[]): void {
    this.beats = beats;
    if (beats.length) this.#play(0);
  }

  #play(at: number): void {
    this.at = at;
    const pace = this.#page.pace();
    this.ms = pace === null ? 0 : this.beats[at]!.ms * (pace || 1) * this.#hurry();
    if (pace !== null) this.#timer = setTimeout(this.next, this.ms);
  }

  /** A long reveal goes faster, and faster still while others wait behind it. */
  #hurry(): number {
    const own = this.beats.reduce((sum, { ms }) => sum + ms, 0);
    const behind = this.#queue.reduce((sum, { what }) => sum + this.#page.length(what), 0);
    return Math.max(LEAST, Math.min(1, LONGEST / own) * (LONGEST / (LONGEST + behind)));
  }

  #fall(): void {
    clearTimeout(this.#timer);
    const [scene, told] = [this.#scene, this.beats];
    this.#scene = null;
    this.beats = [];
    this.at = 0;
    if (scene) this.#page.apply(scene, told);
  }
}
