/** The answer that is being pointed out: shared by the table, the prompt bar and the hand. */
import type { Match } from '../../lib/match.svelte';
import type { EmperorView, Standing } from '../../lib/protocol';
import { isBlock, isInstinct } from './cards';
import { nextMarks, planned, plansOf, seatOf, type Mark, type Plan } from './acts';

export type Table = Match<EmperorView>;
interface Pointed {
  /** The question for which it is meant. */
  prompt: number;
  /** Meant for the next window instead of the open question. */
  later: boolean;
  verb: string;
  marks: Mark[];
}

class Picking {
  #partial = $state.raw<Pointed | null>(null);
  /** On a small table a card is chosen in two steps: whose, then which. */
  small = $state(false);
  whose = $state<number | null>(null);

  constructor(readonly match: Table) {}

  #plans = $derived.by((): Plan[] => this.#read(this.match.ask?.options ?? []));
  #laterPlans = $derived.by((): Plan[] => this.#read(this.match.only ? [] : laterActs(this.match)));

  #read(acts: readonly string[]): Plan[] {
    return acts
      .filter((act) => this.match.closed(act) === null)
      .flatMap((act) => plansOf(act, this.match.names, this.match.seat));
  }

  /** What has been pointed at so far; a chosen or saved answer counts as pointed out. */
  now = $derived.by((): Pointed | null => {
    const prompt = this.match.state?.prompt ?? -1;
    const partial = this.#alive(prompt);
    const act = this.match.draft ?? (partial ? null : (this.match.ask?.answer ?? null));
    if (act === null) return partial;
    if (partial && planned(this.#plans, partial.verb, partial.marks)?.act === act) return partial;
    const plan = this.#plans.find((one) => one.act === act);
    return plan ? { prompt, later: false, verb: plan.verb, marks: plan.marks } : partial;
  });

  /** What was pointed at for an earlier question is over; what was meant for the next window becomes
   * an answer when that has come. */
  #alive(prompt: number): Pointed | null {
    const partial = this.#partial;
    if (!partial || partial.prompt === prompt) return partial;
    if (!partial.later) return null;
    return this.verbs.has(partial.verb) ? { ...partial, prompt, later: false } : partial;
  }

  get verb(): string | null {
    return this.now?.verb ?? null;
  }

  get later(): boolean {
    return this.now?.later ?? false;
  }

  get marks(): readonly Mark[] {
    return this.now?.marks ?? [];
  }

  get plans(): Plan[] {
    return this.later ? this.#laterPlans : this.#plans;
  }

  /** The verbs of the open question. */
  verbs = $derived(new Set(this.#plans.map((plan) => plan.verb)));

  /** The whole answer, once everything is pointed at. */
  get plan(): Plan | undefined {
    return this.now ? planned(this.plans, this.now.verb, this.now.marks) : undefined;
  }

  /** What a tap may point at now; with a whole answer, what its last part could be instead. */
  open = $derived.by((): Set<Mark> => {
    if (!this.now || this.match.over) return new Set();
    const { verb, marks } = this.now;
    const next = nextMarks(this.plans, verb, marks);
    return next.size || marks.length === 0 ? next : nextMarks(this.plans, verb, marks.slice(0, -1));
  });

  /** Which step is being asked for: how much lies before it. */
  get depth(): number {
    const marks = this.marks.length;
    return this.plan ? Math.max(0, marks - 1) : marks;
  }

  can(card: string): 'now' | 'later' | null {
    if (this.verbs.has(card)) return 'now';
    return isInstinct(card) && this.#laterPlans.some((plan) => plan.verb === card) ? 'later' : null;
  }

  begin(verb: string, later = false): void {
    const again = this.verb === verb && this.later === later;
    this.cancel();
    if (again) return;
    if (!later && this.match.ask?.ready) void this.match.unready();
    this.#set({ prompt: this.match.state?.prompt ?? -1, later, verb, marks: [] });
  }

  point(mark: Mark): void {
    if (!this.now) return;
    const { marks } = this.now;
    const kept = marks.includes(mark)
      ? marks.filter((one) => one !== mark)
      : [...marks.slice(0, this.depth), mark];
    this.whose = null;
    this.#set({ ...this.now, marks: kept });
  }

  /** A card of my hand to discard, or not after all: of equal cards one by one. */
  toss(mark: Mark, chosen: boolean): void {
    if (this.verb !== 'discard') this.begin('discard');
    if (!this.now) return;
    const kept = chosen ? [...this.marks] : [...this.marks.slice(0, this.depth), mark];
    if (chosen) kept.splice(kept.indexOf(mark), 1);
    this.#set({ ...this.now, marks: kept });
  }

  /** On a small table: a card of somebody else. */
  elsewhere(): void {
    if (this.plan) this.point(this.marks.at(-1)!);
    this.whose = null;
  }

  cancel(): void {
    this.#partial = null;
    this.whose = null;
    this.match.choose(null);
  }

  #set(partial: Pointed): void {
    const plans = partial.later ? this.#laterPlans : this.#plans;
    const whole = planned(plans, partial.verb, partial.marks);
    this.#partial = partial;
    if (!partial.later) this.match.choose(whole?.act ?? null);
    else if (whole) {
      this.#partial = null;
      void arm(this.match, { prompt: 'slot', act: whole.act });
    }
  }

  /** Seats that a tap may choose: players, or on a small table those whose cards may be. */
  get seats(): Set<number> {
    const wanted = (mark: Mark): boolean =>
      mark.startsWith('seat:') || (this.small && mark.startsWith('slot:'));
    return new Set([...this.open].filter(wanted).map(seatOf));
  }

  tapSeat = (seat: number): void => {
    if (this.open.has(`seat:${seat}`)) this.point(`seat:${seat}`);
    else this.whose = seat;
  };
}

const kept = new WeakMap<Table, Picking>();
export function pickingOf(match: Table): Picking {
  let found = kept.get(match);
  if (!found) {
    // it lives as long as the match, and not as long as the part that asked first
    $effect.root(() => {
      found = new Picking(match);
    });
    kept.set(match, found!);
  }
  return found!;
}

/** Instincts that could be cast if a window opened now, from what the view shows (EM-43…54). */
function laterActs(match: Table): string[] {
  const view = match.state?.view;
  if (!view || match.over || match.ask?.kind === 'slot' || !view.ring.includes(view.seat))
    return [];
  const { ring, seat, emperor } = view;
  const beside = [...new Set([ring[1]!, ring.at(-1)!])];
  const acts: string[] = [];
  for (const card of new Set(view.hand)) {
    if (card === 'reverse') acts.push(card);
    else if (card === 'accuse')
      for (const other of ring)
        if (!view.accused.includes(other)) acts.push(`accuse ${match.name(other)}`);
    if (card === 'guarding')
      for (const place of beside)
        for (const mover of seat === emperor ? ring : [seat])
          if (mover !== place)
            acts.push(
              `guarding ${match.name(place)}` +
                (seat === emperor ? ` with ${match.name(mover)}` : ''),
            );
    if (isBlock(card))
      for (const condemn of view.condemns)
        if (!condemn.locked && (card === 'clearance' || condemn.target === seat))
          acts.push(`${card} c${condemn.id}`);
  }
  return acts;
}

// --- standing orders ------------------------------------------------------------------------------

const same = (one: Standing, other: Standing): boolean =>
  one.prompt === other.prompt && one.act === other.act;

export const isArmed = (match: Table, order: Standing): boolean =>
  match.state?.standing.some((one) => same(one, order)) ?? false;

/** Passing comes last: the first order that fits is played. */
const last = (order: Standing): number => (order.act === 'pass' ? 1 : 0);

export function arm(match: Table, order: Standing): Promise<void> {
  const others = (match.state?.standing ?? []).filter((one) => !same(one, order));
  return match.arm([...others, order].sort((a, b) => last(a) - last(b)));
}

/** The answer that a standing order would give to the open window. */
export function ordered(match: Table): string | null {
  const ask = match.ask;
  for (const order of match.state?.standing ?? []) {
    const act = ask?.options.find((option) => option.startsWith(order.act));
    if (order.prompt === ask?.kind && act !== undefined) return act;
  }
  return null;
}

export const disarm = (match: Table, order: Standing): Promise<void> =>
  match.arm((match.state?.standing ?? []).filter((one) => !same(one, order)));

/** Orders that nothing can come of any more: their card has left my hand. */
export function stale(order: Standing, hand: readonly string[]): boolean {
  const card = order.act.split(' ')[0]!;
  return isInstinct(card) && !hand.includes(card);
}
