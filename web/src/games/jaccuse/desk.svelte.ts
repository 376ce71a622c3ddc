/** What I am doing with my cards at this moment: an answer half composed, or a free act (showing
 * cards, handing over tokens). Shared by the table, the prompt and my hand. */
import type { Aim, Match } from '../../lib/match.svelte';
import type { JAccuseView } from '../../lib/protocol';
import { holds, within } from '../../lib/bag';
import { CARD_VERBS, find, parse, type Act } from './acts';

export type Free = 'show' | 'give';
interface Picks {
  cards: string[];
  target: number | null;
}
const NOTHING: Picks = { cards: [], target: null };
/** What a free act is about: cards are shown to several at once, tokens go to one. */
interface Freely {
  cards: string[];
  targets: number[];
}
const NOT_YET: Freely = { cards: [], targets: [] };

export class Desk {
  free = $state<Free | null>(null);
  tokens = $state(1);
  #freely = $state.raw<Freely>(NOT_YET);
  #half = $state.raw<Picks & { prompt: number }>({ ...NOTHING, prompt: -1 });

  constructor(readonly match: Match<JAccuseView>) {}

  /** What may be answered now; a lesson allows less than the rules. Read once for each question. */
  #read: { ask: unknown; only: unknown; options: string[]; acts: Act[] } | null = null;

  get #now(): { options: string[]; acts: Act[] } {
    const { ask, only } = this.match;
    if (this.#read?.ask !== ask || this.#read?.only !== only || this.#read === null) {
      const options = (ask?.options ?? []).filter((act) => this.match.closed(act) === null);
      this.#read = { ask, only, options, acts: options.map(parse) };
    }
    return this.#read;
  }

  get view(): JAccuseView {
    return this.match.state!.view;
  }

  get kind(): string {
    return this.match.ask?.kind ?? '';
  }

  /** The answer that counts here now: composed but not sent, or sealed already. */
  get answer(): string | null {
    return this.match.draft ?? this.match.ask?.answer ?? null;
  }

  /** Cards and target of what is being composed. */
  get picks(): Picks {
    if (this.free) {
      const { cards, targets } = this.#freely;
      return { cards: within(this.view.hand, cards), target: targets[0] ?? null };
    }
    const half = this.#half;
    if (half.prompt === this.match.state?.prompt && (half.cards.length || half.target !== null)) {
      return half;
    }
    if (this.answer === null || this.match.ask === null) return NOTHING;
    const { cards, target } = parse(this.answer);
    return { cards, target: target === null ? null : this.match.names.indexOf(target) };
  }

  get colour(): 'red' | 'black' | null {
    return this.#composing ? null : parse(this.answer ?? '').colour;
  }

  get #composing(): boolean {
    return this.#half.prompt === this.match.state?.prompt && this.#half.target !== null;
  }

  /** How many cards the parley in question may have, or must have. */
  get most(): number {
    if (this.kind === 'reply') return this.match.ask!.data.count;
    const { sizes, seat } = this.view;
    const { target } = this.picks;
    const others = sizes.filter((_, other) => other !== seat);
    return Math.min(sizes[seat]!, target === null ? Math.max(...others) : sizes[target]!);
  }

  get several(): boolean {
    return !this.free && (this.kind === 'parley' || this.kind === 'reply');
  }

  /** Whether a tap on a card of my hand does something now. */
  lit(face: string, chosen: boolean): boolean {
    if (this.free) return this.free === 'show';
    if (!this.several) return this.#now.options.includes(`${CARD_VERBS[this.kind]} ${face}`);
    const { cards, target } = this.picks;
    return chosen || this.#possible([...cards, face], target);
  }

  /** Whether some answer has these cards, and more perhaps, for this target if there is one. */
  #possible(cards: readonly string[], target: number | null): boolean {
    const name = target === null ? null : this.match.name(target);
    return this.#now.acts.some(
      (act) => (name === null || act.target === name) && holds(act.cards, cards),
    );
  }

  tap(face: string, chosen: boolean): void {
    const { cards, target } = this.picks;
    const rest = [...cards];
    if (chosen) rest.splice(rest.indexOf(face), 1);
    else rest.push(face);
    if (this.free) {
      this.#freely = { ...this.#freely, cards: rest };
    } else if (this.several) {
      this.#compose({ cards: rest, target });
    } else {
      const act = `${CARD_VERBS[this.kind]} ${face}`;
      this.say(act === this.match.draft ? null : act);
    }
  }

  /** Seats that a tap may choose now. */
  get aim(): Aim | null {
    const seats = this.#targets();
    if (seats.length === 0) return null;
    const { target } = this.picks;
    return {
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew each time
      seats: new Set(seats),
      chosen: this.free ? this.targets : target,
      choose: (seat) =>
        this.free ? this.#toggle(seat) : this.#target(seat === target ? null : seat),
    };
  }

  #targets(): number[] {
    const { view } = this;
    const others = view.sizes.map((_, seat) => seat).filter((seat) => seat !== view.seat);
    if (this.free) return others;
    const cards = this.kind === 'parley' ? this.picks.cards : [];
    return others.filter((seat) => this.#possible(cards, seat));
  }

  #target(seat: number | null): void {
    this.#compose({ cards: this.kind === 'parley' ? this.picks.cards : [], target: seat });
  }

  /** Keep what was picked; if it is a whole answer, choose that. */
  #compose(picks: Picks): void {
    const { match } = this;
    const name = picks.target === null ? null : match.name(picks.target);
    const act = this.several ? find(this.#now.options, picks.cards, name) : null;
    match.choose(act);
    this.#half = { ...(act ? NOTHING : picks), prompt: match.state!.prompt };
  }

  accuse(colour: 'red' | 'black'): void {
    const { target } = this.picks;
    if (target === null) return;
    this.#half = { ...NOTHING, prompt: -1 };
    this.match.choose(`accuse ${this.match.name(target)} ${colour}`);
  }

  /** An answer in one step: abstain, pass, a single card. */
  say(act: string | null): void {
    this.#half = { ...NOTHING, prompt: -1 };
    this.match.choose(act);
  }

  // --- free acts ----------------------------------------------------------------------------------

  begin(free: Free | null): void {
    this.free = free;
    this.tokens = 1;
    this.#freely = NOT_YET;
  }

  /** Whom the free act is meant for, in seat order. */
  get targets(): readonly number[] {
    return this.#freely.targets;
  }

  #toggle(seat: number): void {
    const { targets } = this.#freely;
    const others = this.free === 'show' ? targets.filter((other) => other !== seat) : [];
    const chosen = targets.includes(seat) ? others : [...others, seat].sort((a, b) => a - b);
    this.#freely = { ...this.#freely, targets: chosen };
  }

  /** The free act as notation, once it is whole. */
  get freeAct(): string | null {
    if (this.free === null) return null;
    const { cards, target } = this.picks;
    if (target === null) return null;
    if (this.free === 'give') return `give ${this.tokens} to ${this.match.name(target)}`;
    // in quotation marks, because several names in a row might be another name
    const to = this.targets.map((seat) => JSON.stringify(this.match.name(seat)));
    return cards.length ? `show ${cards.join(' ')} to ${to.join(' ')}` : null;
  }

  async doFree(): Promise<void> {
    const act = this.freeAct;
    if (act === null) return;
    this.begin(null);
    await this.match.submit(act);
  }
}

const desks = new WeakMap<Match<JAccuseView>, Desk>();

export function deskOf(match: Match<JAccuseView>): Desk {
  let desk = desks.get(match);
  if (!desk) desks.set(match, (desk = new Desk(match)));
  return desk;
}
