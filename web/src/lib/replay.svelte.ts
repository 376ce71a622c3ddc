/** A finished match, step by step, from one perspective: a table without a connection that is set to
 * any moment. Before a moment nothing is known of what comes after it. */
import { api } from './api';
import { Match, type Entry, type State } from './match.svelte';
import { apply, type Op } from './patch';
import type { Replay as Part, ReplayLine, ReplayStep, TableInfo } from './protocol';

interface Told {
  view: unknown;
  views?: unknown[];
  asked: number[];
}

export class Replay {
  match: Match;
  /** Everyone's own table, where everything is revealed. */
  seats = $state.raw<Match[]>([]);
  steps = $state.raw<ReplayStep[]>([]);
  talk = $state.raw<ReplayLine[]>([]);
  at = $state(0); // how many steps have been taken
  viewer = $state('table');
  loading = $state(true);
  #states: Told[] = [];

  constructor(
    readonly where: string,
    readonly info: TableInfo,
  ) {
    this.match = this.#table();
  }

  #table(): Match {
    const table = new Match(this.info.id, false, false);
    table.link = 'live';
    table.info = this.info;
    return table;
  }

  get number(): number {
    return this.steps[this.at - 1]?.step ?? 1;
  }

  /** Load a perspective, and stay at the same moment of the match. */
  async look(viewer: string): Promise<void> {
    const moment = this.number;
    this.loading = true;
    const parts: Part[] = [];
    let first = 1;
    do {
      const part = await api.replay(this.where, viewer, first);
      parts.push(part);
      if (first >= part.last) break;
      first = Math.min(part.first + 500, part.last);
    } while (parts.at(-1)!.first < first);
    const [start] = parts as [Part];
    this.viewer = viewer;
    this.steps = parts.flatMap((part) => part.steps);
    this.talk = start.talk;
    this.#states = [start.state as Told];
    for (const step of this.steps)
      this.#states.push(apply(this.#states.at(-1)!, step.patch as Op[]));
    this.match.welcome = {
      do: 'welcome',
      protocol: 1,
      table: this.info.id,
      game: start.game,
      version: start.version,
      seat: start.viewer < 0 ? -1 : start.viewer,
      names: start.names,
      options: start.options,
      press: this.info.press,
      clock: null,
      window: this.info.window,
      commitment: this.info.commitment,
      stream: '',
    } as Match['welcome'];
    const views = this.#states[0]!.views ?? [];
    this.seats = views.map((_, seat) => {
      const table = this.#table();
      table.welcome = { ...this.match.welcome!, seat };
      return table;
    });
    this.loading = false;
    this.go(moment === 1 ? 0 : this.steps.filter((step) => step.step <= moment).length);
  }

  /** A line of talk was true, or it was not, or I say nothing of it any more. */
  async claim(line: ReplayLine, isTrue: boolean | null): Promise<void> {
    const me = this.info.you;
    if (me == null) return;
    await api.claim(this.info.id, line.number, isTrue);
    const others = (seats: number[]): number[] => seats.filter((seat) => seat !== me);
    const now = {
      ...line,
      true: isTrue === true ? [...others(line.true), me].sort() : others(line.true),
      false: isTrue === false ? [...others(line.false), me].sort() : others(line.false),
    };
    this.talk = this.talk.map((one) => (one.number === line.number ? now : one));
  }

  /** Show the table as it was after so many steps. */
  go(at: number): void {
    const next = Math.max(0, Math.min(at, this.steps.length));
    const onward = next === this.at + 1;
    this.at = next;
    const told = this.#states[next]!;
    const log = this.#entries(next);
    const from = next > 0 ? log.findIndex((entry) => entry.number >= next * 1000 - 1000) : -1;
    this.#show(this.match, told.view, told.asked, log);
    this.match.everything = told.views ?? null;
    this.match.deeds = told.views?.map((_, seat) => this.#deed(seat)) ?? [];
    this.match.news = onward && from >= 0 ? log.slice(from) : [];
    told.views?.forEach((view, seat) => this.#show(this.seats[seat]!, view, told.asked, log));
  }

  #show(table: Match, view: unknown, asked: number[], log: Entry[]): void {
    table.state = {
      view,
      asked,
      prompt: this.at,
      absent: [],
      done: null,
      ask: null,
      standing: [],
    } as State;
    table.log = log;
    const ended = this.at === this.steps.length && this.info.outcome;
    table.over = ended ? { do: 'over', rule: '', ...this.info.outcome! } : null;
  }

  #deed(seat: number): string {
    return this.steps.slice(0, this.at).findLast((step) => step.seat === seat)?.label ?? '';
  }

  #entries(upTo: number): Entry[] {
    return this.steps.slice(0, upTo).flatMap((step, i) =>
      step.events.map((event, k) => ({
        number: i * 1000 + k,
        kind: event.kind,
        data: event.data,
        lines: step.lines[k] ?? [],
        rule: step.rules[k] ?? '',
      })),
    );
  }
}
