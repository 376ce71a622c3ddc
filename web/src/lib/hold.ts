/** A tap is for what was there when the finger came down. What came up under it, or where the second
 * tap of two falls, is not answered by it; and where a question closed under somebody's hands, no tap
 * counts until the next one can have been read. The document knows nothing of it. Whoever taps
 * through a switch or a program may want every tap to count: a setting. */
const SECOND = 350; // ms from one tap of a double tap to the other
const NEAR = 32; // pixels between them
const READ = 250; // ms: nobody reads a question and answers it in less
const ABOUT = '.board, .hands, .drama, .strip'; // what is about the open question

export class Hold {
  #question = 0; // counted here
  #read = -Infinity; // when the open one can have been
  #early = false; // the finger came down before
  #down = { x: 0, y: 0, at: -Infinity, question: 0 };

  down = ({ clientX: x, clientY: y }: PointerEvent): void => {
    const at = performance.now();
    const { at: first, question, ...there } = this.#down;
    const second = at - first < SECOND && Math.hypot(x - there.x, y - there.y) < NEAR;
    this.#early = at < this.#read;
    // the second of two is about what the first was about
    if (!second || question === this.#question) this.#down = { x, y, at, question: this.#question };
  };

  /** Something else stands there now; `under` somebody's hands, who had not answered yet. */
  turn(under: boolean): void {
    this.#question++;
    this.#read = under ? performance.now() + READ : -Infinity;
  }

  /** A tap that was about something else answers nothing. Keys have no place, and are no taps. */
  click = (event: MouseEvent): void => {
    const stale = this.#early || this.#down.question !== this.#question;
    if (!event.detail || !stale || !within(event, ABOUT)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}

const within = ({ target }: Event, places: string): boolean =>
  target instanceof Element && target.closest(places) !== null;

/** A key that is held down says what it says once. */
export function once(event: KeyboardEvent): void {
  if (event.repeat && ['Enter', ' '].includes(event.key) && within(event, '.board, .hands'))
    event.preventDefault();
}
