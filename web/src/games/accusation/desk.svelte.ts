/** What this player may do now, and what was begun: an ability that still wants its target, an
 * accusation that still wants a second thought. */
import type { Aim } from '../../lib/match.svelte';
import { aimAt, seatsOf, uses } from './acts';
import { abilities, face, type Table } from './cards';
import { repOf } from './facts';
import { memory } from './knowing';
import { Pad } from './pad.svelte';

const AIMED: Record<string, string> = { turn: 'accuse', target: 'target', audit: 'audit' };

export class Desk {
  readonly match: Table;
  readonly pad: Pad;
  /** The ability whose target is being chosen. */
  ability = $state<string | null>(null);
  /** Whom I would accuse although a mistake would remove me. */
  daring = $state<number | null>(null);
  padOpen = $state(false);

  constructor(match: Table) {
    this.match = match;
    this.pad = new Pad(match.id);
  }

  /** What may be answered now; a lesson allows less than the rules. */
  get options(): readonly string[] {
    const { ask, mine, over } = this.match;
    return mine && !over ? ask!.options.filter((act) => this.match.closed(act) === null) : [];
  }

  get kind(): string {
    return this.match.ask?.kind ?? '';
  }

  get memory(): ReturnType<typeof memory> {
    return memory(this.match.log, this.match.seat);
  }

  get chosen(): string | null {
    return this.match.draft ?? this.match.ask?.answer ?? null;
  }

  get uses(): Map<string, number[]> {
    return uses(this.options, this.match.names);
  }

  /** Seats that an act of this verb can name. */
  seats(verb: string): number[] {
    return seatsOf(this.options, verb, this.match.names);
  }

  begin(ability: string): void {
    this.match.choose(null);
    this.daring = null;
    const seats = this.uses.get(ability) ?? [];
    if (seats.length === 0) this.match.choose(`use ${ability}`);
    this.ability = seats.length && this.ability !== ability ? ability : null;
  }

  /** The ability of the act that is chosen or begun. */
  get using(): string | null {
    if (this.ability) return this.ability;
    const [verb, key] = (this.chosen ?? '').split(' ');
    return verb === 'use' ? (key ?? null) : null;
  }

  get usingName(): string {
    const key = this.using;
    const mine = this.match.state?.view.countries[this.match.seat] ?? null;
    return abilities(mine).find((one) => one.id === key)?.name ?? '';
  }

  /** Whether a wrong accusation would remove me (AC-123). */
  get perilous(): boolean {
    const view = this.match.state?.view;
    if (!view?.event) return false;
    const failure = face(view.event.card).parts.find((part) => part.section === 'failure');
    return (view.rep[this.match.seat] ?? 0) + repOf(failure) >= 5;
  }

  point = (seat: number): void => {
    const name = this.match.name(seat);
    if (this.ability) this.match.choose(`use ${this.ability} ${name}`);
    else {
      const verb = AIMED[this.kind];
      if (!verb) return;
      if (verb === 'accuse' && this.perilous && this.daring !== seat) {
        this.match.choose(null);
        this.daring = seat;
        return;
      }
      this.match.choose(`${verb} ${name}`);
    }
  };

  /** Which seats a tap may choose, and which was chosen. */
  get aim(): Aim | null {
    const verb = AIMED[this.kind];
    const seats = this.ability ? (this.uses.get(this.ability) ?? []) : verb ? this.seats(verb) : [];
    if (seats.length === 0) return null;
    const named = this.chosen
      ? this.match.names.findIndex((name) => this.chosen!.endsWith(` ${name}`))
      : -1;
    const chosen = named >= 0 ? named : this.daring;
    return aimAt(seats, chosen, this.point);
  }

  /** After a new question nothing is begun any more. */
  rest(): void {
    this.ability = null;
    this.daring = null;
  }
}

const desks = new WeakMap<object, Desk>();

export function deskOf(match: Table): Desk {
  const found = desks.get(match) ?? new Desk(match);
  desks.set(match, found);
  return found;
}
