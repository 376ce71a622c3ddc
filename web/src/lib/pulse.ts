/** Whether the other side of a connection is still there. A page cannot see the pings of a websocket,
 * and a network that is gone says nothing: so whoever was not heard for a while is asked, and missed
 * when no answer comes. A hidden page is not asked: its timers sleep, and nobody reads what it says. */
const LOOK = 500; // all times in milliseconds
/** So long without a word, and it is asked. */
export const QUIET = 2000;
/** So long without an answer, and it is missed: with the two before it, within five seconds. */
export const PATIENCE = 2000;
/** So long, and another connection is tried. Not before: a server that is slow would be slower if
 * everybody came in anew at once. */
export const GIVE_UP = 10_000;

export class Pulse {
  #heard = 0;
  #asked: number | null = null;
  #looked = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly ask: () => void,
    /** It does not answer, or does again. */
    readonly missing: (missing: boolean) => void,
    readonly lost: () => void,
  ) {}

  /** Something is to come; until then nothing is asked. */
  start(): void {
    this.stop();
    this.#looked = this.#asked = performance.now();
    this.#timer = setInterval(() => this.#look(), LOOK);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  hear(): void {
    this.#heard = performance.now();
    this.#asked = null;
    this.missing(false);
  }

  /** Ask now: the page comes back to somebody's eyes, or the browser says that the network is gone
   * or there again. Whatever was asked before it slept proves nothing. */
  wonder(): void {
    this.#asked = performance.now();
    this.ask();
  }

  #look(): void {
    const now = performance.now();
    const slept = now - this.#looked > PATIENCE;
    this.#looked = now;
    if (document.hidden) return;
    if (slept) return this.wonder();
    if (this.#asked === null) {
      if (now - this.#heard >= QUIET) this.wonder();
    } else if (now - this.#asked >= GIVE_UP) this.lost();
    else if (now - this.#asked >= PATIENCE) this.missing(true);
  }
}
