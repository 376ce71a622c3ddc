/** A finished match, step by step, from one perspective: a table without a connection that is set to
 * any moment. Before a moment nothing is known of what comes after it. */
import { api } from './api';
import { Match, type Entry, type State } from './match.svelte';
import { apply, type Op } from './patch';
import type {
  Replay as Part,
  ReplayLine,
  ReplayPromise,
  ReplayStep,
  ShownLedger,
  TableInfo,
} from './protocol';

/** A round, a generation or a turn: what it is called, and after how many steps it begins. */
export interface Chapter {
  title: string;
  at: number;
}

/** Deals and claims as they were judged at the end, and when they were made and answered. */
export interface Promised {
  ledger: ShownLedger | null;
  made: readonly ReplayPromise[];
  last: number;
}

interface Told {
  view: unknown;
  views?: unknown[];
  asked: number[];
}

/** What a step says in the log. */
const entries = (step: ReplayStep, i: number): Entry[] =>
  step.events.map((event, k) => ({
    number: i * 1000 + k,
    kind: event.kind,
    data: event.data,
    lines: step.lines[k] ?? [],
    rule: step.rules[k] ?? '',
  }));

export class Replay {
  match: Match;
  /** Everyone's own table, where everything is revealed. */
  seats = $state.raw<Match[]>([]);
  steps = $state.raw<ReplayStep[]>([]);
  chapters = $state.raw<Chapter[]>([]);
  talk = $state.raw<ReplayLine[]>([]);
  promises = $state.raw<Promised>({ ledger: null, made: [], last: 0 });
  at = $state(0); // how many steps have been taken
  viewer = $state('table');
  wanted = $state('table'); // the viewer that is being loaded, or is shown
  loading = $state(true);
  #states: Told[] = [];
  #log: Entry[] = []; // of the whole match, made once: a list of the same lines is drawn quickly
  #looks = 0;

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

  /** The chapter that is open, counted from 0; -1 if the match has none. */
  get chapter(): number {
    return this.chapters.findLastIndex((chapter) => chapter.at <= this.at);
  }

  /** After how many steps the chapter before begins, or this one, if it has gone on already. */
  get chapterBack(): number {
    return this.chapters.findLast((chapter) => chapter.at < this.at)?.at ?? 0;
  }

  get chapterOn(): number {
    return this.chapters[this.chapter + 1]?.at ?? this.steps.length;
  }

  /** After how many steps the next turning point has happened; the end, if there is none. */
  get eventOn(): number {
    const next = this.steps.findIndex((step, i) => i >= this.at && step.turning);
    return next < 0 ? this.steps.length : next + 1;
  }

  /** Load a perspective. The one before stays until then, and the moment is the one that is shown
   * when it has come: whoever seeks meanwhile is not taken back. The latest wish counts. */
  async look(viewer: string): Promise<void> {
    const look = ++this.#looks;
    this.loading = true;
    this.wanted = viewer;
    try {
      const parts = await this.#load(viewer);
      if (look === this.#looks) this.#take(viewer, parts);
    } catch (no) {
      if (look !== this.#looks) return;
      this.wanted = this.viewer;
      throw no;
    } finally {
      if (look === this.#looks) this.loading = false;
    }
  }

  async #load(viewer: string): Promise<Part[]> {
    const parts: Part[] = [];
    let first = 1;
    do {
      const part = await api.replay(this.where, viewer, first);
      parts.push(part);
      first = part.steps.at(-1)?.step ?? part.last;
    } while (first < parts[0]!.last);
    return parts;
  }

  #take(viewer: string, parts: Part[]): void {
    const [start] = parts as [Part];
    this.viewer = viewer;
    this.steps = parts.flatMap((part) => part.steps);
    this.chapters = start.chapters.map(({ title, step }) => ({
      title,
      at: this.steps.filter((one) => one.step <= step).length,
    }));
    this.talk = start.talk;
    this.promises = {
      ledger: start.ledger ?? null,
      made: start.promises ?? [],
      last: this.steps.at(-1)?.step ?? 1,
    };
    this.#states = [start.state as Told];
    for (const step of this.steps)
      this.#states.push(apply(this.#states.at(-1)!, step.patch as Op[]));
    this.#log = this.steps.flatMap(entries);
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
    this.go(this.at);
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
    const log = this.#log.filter((entry) => entry.number < next * 1000);
    const from = next > 0 ? log.findIndex((entry) => entry.number >= next * 1000 - 1000) : -1;
    this.#show(this.match, told.view, told.asked, log);
    this.match.everything = told.views ?? null;
    this.match.lastActs = told.views?.map((_, seat) => this.#lastAct(seat)) ?? [];
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

  #lastAct(seat: number): string {
    const acts = this.steps.slice(0, this.at).flatMap((step) => step.acts ?? []);
    return acts.findLast((act) => act.seat === seat)?.label ?? '';
  }
}
