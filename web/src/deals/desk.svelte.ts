/** What one is writing at this table: an offer, or a claim. It stays while one looks elsewhere. */
import { books } from '../lib/book.svelte';
import { shelf } from '../lib/games.svelte';
import type { Match } from '../lib/match.svelte';
import type { PromiseKind, ShownDeal } from '../lib/protocol';
import { ALL, PUBLIC, seatsOf } from '../lib/threads';
import { draftsOf, type Draft, type Part, type Tongue } from './promise';
import { threadOfDeal } from './ledger';

class Desk {
  what = $state<'offer' | 'claim' | null>(null);
  to = $state.raw<readonly number[]>([]);
  secret = $state(false);
  drafts = $state.raw<readonly Draft[]>([]);
  /** Which clause is being written, and whether it is its condition; -1: the next verb. */
  at = $state(-1);
  condition = $state(false);
  step = $state(0); // counts what is begun to be written
  back = false; // it was closed: the keyboard goes back to where it was opened
  claim = $state.raw<Part | null>(null);
  until = $state<number | null>(null);
  hours = $state<number | null>(null);
  /** The offer that this one takes the place of. */
  counters = $state.raw<ShownDeal | null>(null);

  constructor(readonly match: Match) {}

  /** Begin anew, with whoever is talked to. */
  open(what: 'offer' | 'claim'): void {
    this.clear();
    const { thread } = this.match;
    this.to = seatsOf(thread) ?? [];
    this.secret = thread !== ALL && thread !== PUBLIC;
    this.#show(what);
  }

  /** Begin with what was offered. Its parties and its secrecy are what they were. */
  counter(deal: ShownDeal): void {
    const { match } = this;
    this.clear();
    this.counters = deal;
    this.to = [deal.by, ...deal.to].filter((seat) => seat !== match.seat);
    this.secret = deal.secret;
    this.drafts = draftsOf(deal.clauses, kindsOf(match).clauses);
    this.at = this.drafts.length - 1;
    match.thread = threadOfDeal(deal, match.seat);
    this.#show('offer');
  }

  /** Write another clause, a condition, or the same once more. */
  edit(at: number, condition = false): void {
    this.at = at;
    this.condition = condition;
    this.step++;
  }

  close(): void {
    this.back = true;
    this.clear();
  }

  #show(what: 'offer' | 'claim'): void {
    this.what = what;
    this.step++;
    this.match.dealing = true;
  }

  clear(): void {
    this.what = this.until = this.hours = this.counters = this.claim = null;
    this.drafts = [];
    this.at = -1;
    this.condition = false;
    this.match.dealing = false;
  }
}

const desks = new WeakMap<Match, Desk>();

export function deskOf(match: Match): Desk {
  let desk = desks.get(match);
  if (!desk) desks.set(match, (desk = new Desk(match)));
  return desk;
}

const NONE = { clauses: [] as PromiseKind[], claims: [] as PromiseKind[] };

/** What can be promised and claimed in this game. */
export const kindsOf = (match: Match): typeof NONE =>
  shelf.find(match.welcome?.game ?? '')?.promises ?? NONE;

/** The game's sentences, once they have come. */
export function tongueOf(game: string): Tongue | null {
  const words = books.of(game)?.words as Partial<Tongue> | undefined;
  if (!words?.clause) return null;
  const { clause, claim = {}, term = {}, chapter = '{number}' } = words;
  return { clause, claim, term, chapter };
}
