/** What this player may do now, and the acts on their way: quick taps are kept and sent one after
 * the other, and dropped as soon as one of them is no longer possible. */
import type { Table } from './cards.svelte';
import { read, type Moves } from './acts';

/** Taking back takes its turn among the taps: what was tapped after it is about the table as it is
 * then. */
const UNDO = 'undo';

export class Desk {
  readonly match: Table;
  readonly moves: Moves;
  #queue: string[] = [];
  #now: string | undefined; // is being carried out

  constructor(match: Table) {
    this.match = match;
    this.moves = $derived(read(match.mine && !match.over ? this.#open() : []));
  }

  /** The options, but for those that a lesson does not let one choose now. */
  #open(): string[] {
    return this.match.ask!.options.filter((act) => this.match.closed(act) === null);
  }

  /** Whose table this is drawn for: mine, or the first seat's for those who watch. */
  get low(): number {
    return Math.max(0, this.match.seat);
  }

  undo = (): Promise<void> => this.do(UNDO);

  async do(...acts: string[]): Promise<void> {
    this.match.choose(null);
    // the second tap of two says nothing new
    const [act] = acts;
    if (acts.length === 1 && act !== UNDO && act === (this.#queue.at(-1) ?? this.#now)) return;
    this.#queue.push(...acts);
    if (this.#now) return;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      this.#now = next;
      if (next === UNDO) await this.match.undo();
      else if (this.match.ask?.options.includes(next)) await this.match.submit(next);
      if (this.match.refusal) this.#queue = [];
    }
    this.#now = undefined;
  }
}

const desks = new WeakMap<object, Desk>();

/** One for each match, in a scope of its own: what it derives would stop with the part of the page
 * that asked for it first. */
export function desk(match: Table): Desk {
  let found = desks.get(match);
  if (!found) {
    $effect.root(() => {
      found = new Desk(match);
    });
    desks.set(match, found!);
  }
  return found!;
}
