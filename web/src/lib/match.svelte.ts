/** A table as this browser knows it: what the socket told, and what is on its way back.
 *
 * A lost connection comes back by itself and is told everything anew; frames that were not answered
 * are sent again with the same key, which the server answers and does not repeat. */
import { socketAddress, socketTo } from '../early';
import { lengthOf, type Beat, type Lengths } from './beats';
import { Director, type Heard } from './director.svelte';
import { lang } from './lang.svelte';
import { apply, type Op } from './patch';
import { Pulse } from './pulse';
import { levelOf, temperOf, type Temper } from './tempers';
import { ALL, threadOf } from './threads';
import type {
  Ask,
  ClientFrame,
  Happened,
  Here,
  Line,
  Message,
  Over,
  Past,
  ServerFrame,
  Standing,
  TableInfo,
  Time,
  Views,
  WaitingLine,
  Welcome,
} from './protocol';

export type GameId = keyof Views;
export type Data = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any
export type State<V = unknown> = Omit<Message, 'number' | 'events' | 'view' | 'ask'> & {
  view: V;
  ask: (Ask & { data: Data }) | null;
};
/** Something that happened, as the log has it. */
export interface Entry {
  number: number;
  kind: string;
  data: Data;
  lines: string[];
  /** The rule that explains it. */
  rule?: string;
}
/** Somebody left or came back, after this line of the log. */
export interface Coming {
  after: number;
  seat: number;
  what: 'hasLeft' | 'hasCome' | 'isBack' | 'connectionGone';
}
/** My connection; `silent` while nothing comes back, before it is given up. */
export type Lamp = 'connecting' | 'live' | 'silent' | 'lost' | 'closed';
/** A player's: there, there with a connection that does not answer, or away. */
export type Presence = 'lit' | 'guttering' | 'out';
/** Seats that a tap may choose now, and what a tap on one does. */
export interface Aim {
  seats: ReadonlySet<number>;
  /** The one that was chosen already; or several. */
  chosen?: number | null | readonly number[];
  choose: (seat: number) => void;
}
type Wish = ClientFrame extends infer F ? (F extends ClientFrame ? Omit<F, 'key'> : never) : never;
/** What of a game's events is worth a curtain. */
export interface Script {
  lengths: Lengths;
  /** How much of its usual time a beat takes; null: until somebody asks for the next one. */
  pace: () => number | null;
  beats: (entries: readonly Entry[], match: Match<any>) => Beat[]; // eslint-disable-line @typescript-eslint/no-explicit-any
}
/** Frames that are one change of the table; or a connection that tells everything anew. */
type News = readonly ServerFrame[] | 'anew';
interface Sent {
  frame: ClientFrame;
  answer: Promise<void>;
  done: () => void;
  failed: (why: { code: string; text: string; rule: string }) => void;
}

/** What is part of the game: whoever did it wants to know that it has come to the table. */
const ACTS: ReadonlySet<string> = new Set(['submit', 'ready', 'unready', 'undo', 'arm', 'pass']);
/** What answers a frame of mine, and tells nothing of the table. */
const ANSWERS: ReadonlySet<string> = new Set(['done', 'refused', 'earlier', 'weigh']);
const PAUSES = [0, 300, 1000, 2000, 4000, 8000];
/** A connection that lasts so long is settled: the next one that is lost is the first again. One
 * that is closed right after the welcome is not, or everybody would knock without a pause. */
const SETTLED = 10_000;

function numbered(happened: Happened[], from: number): Entry[] {
  return happened.map((one, i) => ({ ...one, number: from + i }) as Entry);
}

/** What an update tells; nothing where the whole log comes, which is the past. */
const happenedIn = (news: News): Happened[] =>
  news === 'anew'
    ? []
    : news.flatMap((frame) => (frame.do === 'words' && !frame.whole ? frame.happened : []));

export class Match<V = unknown> {
  info = $state.raw<TableInfo | null>(null);
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State<V> | null>(null);
  prompt = $state<string | null>(null);
  labels = $state.raw<string[] | null>(null);
  picture = $state<string | null>(null);
  /** What every seat sees: only in a replay with everything revealed. */
  everything = $state.raw<V[] | null>(null);
  /** What every seat did last, in words: there, too. */
  lastActs = $state.raw<string[]>([]);
  log = $state.raw<Entry[]>([]);
  news = $state.raw<Entry[]>([]); // what the last update brought
  told = $state.raw<readonly number[]>([]); // by the last curtain, of that
  talk = $state.raw<Line[]>([]);
  said = $state.raw<WaitingLine[]>([]); // before the start
  over = $state.raw<Over | null>(null);
  ending = $state<string | null>(null); // how it ended, in a sentence
  again = $state<string | null>(null); // the table of the rematch
  time = $state.raw<(Time & { at: number }) | null>(null);
  here = $state.raw<(Here & { at: number }) | null>(null); // who is at the table
  comings = $state.raw<readonly Coming[]>([]); // and who came or went, while this page looked on
  link = $state<Exclude<Lamp, 'silent'>>('connecting');
  missing = $state(false); // the server, for some seconds
  /** My last act: on its way, or there, which is on the server's disk. */
  way = $state<'out' | 'there' | null>(null);
  refusal = $state.raw<{ text: string; rule: string } | null>(null);
  gone = $state<string | null>(null); // why this table is not for us any more
  busy = $state(false); // something of ours is on its way
  draft = $state<string | null>(null); // an answer chosen here and not sent yet
  aim = $state.raw<Aim | null>(null);
  pointing = $state.raw<Aim | null>(null); // the same for an offer that is being written
  dealing = $state(false); // an offer or a claim is being written
  /** An act that breaks my word, in these deals: it waits until I say that I mean it. */
  warning = $state.raw<{ deals: readonly number[]; go: () => void } | null>(null);
  muted = $state.raw<readonly number[]>([]); // whom I do not want to hear
  thread = $state(ALL); // of talk: what is shown of it
  seen = $state.raw<Readonly<Record<string, number>>>({}); // by thread, how far I have read
  visible = $state(true); // the page is in front of somebody's eyes
  only = $state.raw<ReadonlySet<string> | null>(null); // a lesson allows these acts and no other
  /** What is worth a curtain; none before the game's table is loaded. */
  script: Script | null = null;
  readonly director = new Director<News>({
    plan: (news) => this.#plan(news),
    length: (news) => (this.script ? lengthOf(happenedIn(news), this.script.lengths) : 0),
    apply: (heard, told) => this.#apply(heard, told),
    pace: () => (this.script ? this.script.pace() : 1),
    now: () => performance.now(),
  });

  #states: ServerFrame[] = []; // their words are on the way
  #socket: WebSocket | null = null;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #waiting = new Map<string, Sent>();
  #tries = 0;
  #timer = 0;
  #settling = 0;
  #stopped = false;
  #prefix = crypto.getRandomValues(new Uint32Array(2)).join('-');
  #count = 0;
  #read = 0; // as the server was told
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #weighing = new Map<string, (deals: readonly number[]) => void>();
  #meant = ''; // what I was warned of and do all the same
  #picture: boolean;
  #pulse = new Pulse(
    () => this.#mention({ do: 'beat' }),
    (missing) => (this.missing = missing),
    () => this.#giveUp(),
  );

  /** A table without a connection shows what it is handed: a replay. */
  constructor(
    readonly id: string,
    picture = false,
    readonly live = true,
  ) {
    this.#picture = picture;
    if (!live) return;
    this.seen = JSON.parse(sessionStorage.getItem(`seen/${id}`) ?? '{}') as Record<string, number>;
    this.#connect();
    document.addEventListener('visibilitychange', this.#look);
    window.addEventListener('offline', this.#offline);
    window.addEventListener('online', this.#online);
  }

  // --- reading ------------------------------------------------------------------------------------

  /** The curtain is up: the table shows what happened just now, and everything else waits. */
  get showing(): boolean {
    return this.director.up;
  }

  /** What the last update brought and no curtain has told: for animation, and for ears. */
  get fresh(): Entry[] {
    return this.news.filter((entry) => !this.told.includes(entry.number));
  }

  get lamp(): Lamp {
    return this.link === 'live' && this.missing ? 'silent' : this.link;
  }

  get seat(): number {
    return this.welcome?.seat ?? -1;
  }

  get names(): string[] {
    return this.welcome?.names ?? [];
  }

  get ask(): State<V>['ask'] {
    return this.relieved ? null : (this.state?.ask ?? null);
  }

  /** I have taken a bot's seat, and the open question is still the bot's. */
  get relieved(): boolean {
    const until = this.welcome?.relieved;
    return until != null && until === this.state?.prompt;
  }

  /** Seats that a tap may choose now. */
  get lit(): Aim | null {
    return this.pointing ?? this.aim;
  }

  /** Offers that wait for my answer. */
  get offers(): number {
    const deals = this.over ? [] : (this.state?.ledger?.deals ?? []);
    return deals.filter(
      ({ state, to, accepted }) =>
        state === 'offered' && to.includes(this.seat) && !accepted.includes(this.seat),
    ).length;
  }

  /** The question is open for me and I have not said that I am done. */
  get mine(): boolean {
    return this.ask !== null && !this.ask.ready;
  }

  /** Whether the open window waits for a tap of mine: with a clock and several people it lasts its
   * time, whatever is answered, and only a pass that everyone sees spares it. */
  get tapped(): boolean {
    const { clock, days, seats } = this.info ?? {};
    const people = seats?.filter(
      ({ number, kind }) => kind === 'person' && !this.state?.absent.includes(number),
    );
    return !clock || days != null || (people?.length ?? 0) < 2;
  }

  name(seat: number | null): string {
    if (seat === null) return '';
    return this.names[seat] ?? this.info?.seats[seat]?.name ?? ''; // before it starts: who waits
  }

  bot(seat: number): boolean {
    return this.info?.seats[seat]?.kind === 'bot';
  }

  /** How the bot there deals, if one plays there and does. */
  temper(seat: number): Temper | null {
    return this.bot(seat) ? temperOf(this.info?.seats[seat]?.bot ?? '') : null;
  }

  /** And how well it plays. */
  level(seat: number): string | null {
    const bot = this.bot(seat) ? this.info?.seats[seat]?.bot : null;
    return bot ? levelOf(bot) : null;
  }

  /** How often a person kept their word in other matches, if they show it. */
  word(seat: number): string {
    const word = this.info?.seats[seat]?.word;
    return word ? lang.t('wordKept', { kept: word.kept, given: word.given }) : '';
  }

  /** Whether a seat's player is at the table; null for a bot. */
  present(seat: number): boolean | null {
    if (this.here?.here.includes(seat)) return true;
    return this.here?.away.some((away) => away.seat === seat) ? false : null;
  }

  /** The same, and how the connection is. */
  presence(seat: number): Presence | null {
    const there = this.present(seat);
    if (!there) return there === null ? null : 'out';
    return this.here?.silent?.includes(seat) ? 'guttering' : 'lit';
  }

  /** The same in words. */
  whereabouts(seat: number): string {
    const presence = this.presence(seat);
    if (presence === 'out') return this.since(seat);
    return lang.t(presence === 'guttering' ? 'isSilent' : 'isHere');
  }

  /** For how long somebody has been away, in words. */
  since(seat: number): string {
    const told = this.here?.away.find((away) => away.seat === seat)?.minutes ?? null;
    if (told === null) return lang.t('neverHere');
    const minutes = told + Math.floor((performance.now() - this.here!.at) / 60_000);
    if (minutes < 1) return lang.t('awayNow');
    if (minutes < 60) return lang.t('awayMinutes', { n: minutes });
    const hours = Math.floor(minutes / 60);
    return hours < 48
      ? lang.t('awayHours', { n: hours })
      : lang.t('awayDays', { n: Math.floor(hours / 24) });
  }

  /** How many lines others said since I looked, in a thread or at all: not mine, not the table's, not
   * of the muted. */
  unread(thread = ALL): number {
    return this.talk.filter((line) => {
      const here = threadOf(line, this.seat);
      return (
        (thread === ALL || here === thread) &&
        line.number >= this.#seen(here) &&
        !line.note &&
        line.seat !== this.seat &&
        !this.muted.includes(line.seat)
      );
    }).length;
  }

  /** Lines before this number were in front of my eyes: here, or on any device of mine before. */
  #seen(thread: string): number {
    return Math.max(this.seen[thread] ?? 0, this.seen[ALL] ?? 0, this.info?.read ?? 0);
  }

  /** A thread, or everything, is in front of my eyes. The server counts all of them together: it is
   * told of the lines before the first that I have not read. */
  look(thread: string): void {
    const end = (this.talk.at(-1)?.number ?? -1) + 1;
    if (end <= this.#seen(thread)) return;
    this.seen = { ...this.seen, [thread]: end };
    sessionStorage.setItem(`seen/${this.id}`, JSON.stringify(this.seen));
    if (this.seat < 0) return;
    const first = this.talk.find(
      (line) =>
        line.to?.length !== 0 &&
        line.seat !== this.seat &&
        line.number >= this.#seen(threadOf(line, this.seat)),
    );
    const read = first?.number ?? end;
    if (read <= this.#read) return;
    this.#read = read;
    void this.read(read);
  }

  label(act: string): string {
    const at = this.ask?.options.indexOf(act) ?? -1;
    return (at >= 0 && this.labels?.[at]) || act;
  }

  /** Why an act that the rules allow is not to be had now; nothing outside of lessons. */
  closed(act: string): string | null {
    return this.only === null || this.only.has(act) ? null : lang.t('lessonNotNow');
  }

  /** Whoever chooses an act that is not to be had is told why. */
  refuses(act: string): boolean {
    const why = this.closed(act);
    this.refusal = why === null ? null : { text: why, rule: '' };
    return why !== null;
  }

  // --- acting -------------------------------------------------------------------------------------

  submit(act: string, ready = true): Promise<void> {
    if (this.refuses(act)) return Promise.resolve();
    if (this.showing) {
      this.director.skip(); // what stands there is the question before: enough of the curtain
      return Promise.resolve();
    }
    const answers = this.ask?.options.includes(act) ?? false;
    const prompt = answers ? (this.state?.prompt ?? null) : null;
    return this.#weighed(act, { do: 'submit', act, ready, prompt });
  }

  ready = (): Promise<void> =>
    this.#weighed(this.ask?.answer ?? '', { do: 'ready', prompt: this.state?.prompt ?? null });
  unready = (): Promise<void> => this.#send({ do: 'unready', prompt: this.state?.prompt ?? null });
  undo = (): Promise<void> => this.#send({ do: 'undo' });
  /** Pass in public: this window, or all until my turn; or not any more. */
  pass = (until: 'window' | 'turn' | ''): Promise<void> =>
    this.#send({ do: 'pass', until, prompt: this.state?.prompt ?? null });
  leave = (): Promise<void> => this.#send({ do: 'leave' });
  back = (): Promise<void> => this.#send({ do: 'back' });
  arm = (orders: Standing[]): Promise<void> => this.#send({ do: 'arm', orders });
  say = (text: string, to: number[] | null = null): Promise<void> =>
    this.#send({ do: 'say', text, to });
  offer = (wish: Omit<Extract<Wish, { do: 'deal' }>, 'do'>): Promise<void> =>
    this.#send({ do: 'deal', ...wish });
  /** Answer an offer, or take my own back, by the number that my ledger gives it. */
  reply = (what: 'accept' | 'decline' | 'withdraw', deal: number): Promise<void> =>
    this.#send({ do: what, deal });
  claim = (text: string, to: number[] | null): Promise<void> =>
    this.#send({ do: 'claim', text, to });
  async mute(seat: number, muted: boolean): Promise<void> {
    await this.#send({ do: 'mute', seat, muted });
    const others = this.muted.filter((other) => other !== seat);
    this.muted = muted ? [...others, seat] : others;
  }
  pause = (wanted: boolean): Promise<void> => this.#send({ do: 'pause', wanted });
  extend = (): Promise<void> => this.#send({ do: 'extend', hours: null });
  pace = (mode: 'days' | 'live'): Promise<void> =>
    this.#send({ do: 'pace', mode, days: null, clock: null });
  read = (number: number): Promise<void> => this.#send({ do: 'read', number });
  /** Have the page of talk before what is shown. */
  earlier = (): Promise<void> =>
    this.#send({ do: 'earlier', what: 'talk', before: this.talk[0]?.number ?? 0 });

  /** Whether I have given my word for something that is not decided yet. */
  get #bound(): boolean {
    const deals = this.state?.ledger?.deals ?? [];
    return deals.some(({ clauses }) =>
      clauses.some(({ data, verdict }) => verdict === 'open' && data['who'] === this.seat),
    );
  }

  /** Send an act, unless it breaks my word: then it waits until I have been told, and mean it. */
  #weighed(act: string, wish: Wish): Promise<void> {
    this.warning = null;
    const open = `${this.state?.prompt} ${act}`;
    return this.#bound && this.#meant !== open ? this.#weigh(act, wish, open) : this.#send(wish);
  }

  async #weigh(act: string, wish: Wish, open: string): Promise<void> {
    const key = this.#key();
    const deals = new Promise<readonly number[]>((told) => this.#weighing.set(key, told));
    await this.#send({ do: 'weigh', act }, key);
    const broken = this.#weighing.delete(key) ? [] : await deals; // a refusal weighs nothing
    if (!broken.length) return this.#send(wish);
    this.warning = {
      deals: broken,
      go: () => {
        this.#meant = open;
        this.warning = null;
        void this.#send(wish);
      },
    };
  }

  #key = (): string => `${this.#prefix}-${this.#count++}`;

  #send(wish: Wish, key = this.#key()): Promise<void> {
    const before = this.#underWay(wish);
    if (before) return before;
    const frame = { ...wish, key } as ClientFrame;
    this.refusal = null;
    this.busy = true;
    if (ACTS.has(wish.do)) this.way = 'out';
    let done = (): void => undefined;
    const answer = new Promise<void>((resolve) => (done = resolve));
    const failed: Sent['failed'] = (why) => {
      this.refusal = why;
      this.way = null;
      done();
    };
    this.#waiting.set(key, { frame, answer, done, failed });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
    return answer;
  }

  /** The same act, while the first is on its way: a second tap says nothing new, and would be
   * refused if the first closed the question. To take back twice takes two acts back. */
  #underWay(wish: Wish): Promise<void> | undefined {
    if (!ACTS.has(wish.do) || wish.do === 'undo') return undefined;
    const same = JSON.stringify(wish);
    for (const { frame, answer } of this.#waiting.values())
      if (JSON.stringify({ ...frame, key: undefined }) === same) return answer;
    return undefined;
  }

  // --- the connection -----------------------------------------------------------------------------

  /** Begin anew: after a change of language everything is told in the new one. */
  reconnect(): void {
    this.#tries = 0;
    this.#hangUp();
    this.#connect();
  }

  #hangUp(): void {
    this.#pulse.stop();
    this.#socket?.close();
    this.#socket = null;
  }

  /** Nothing comes from there any more, not even that it is closed. */
  #giveUp(): void {
    this.#hangUp();
    this.#lost(0);
  }

  /** The browser has no network. What is on this machine answers nevertheless. */
  #offline = (): void => {
    this.missing = true;
    this.#pulse.wonder();
  };

  #online = (): void => {
    if (this.link === 'lost' || this.missing) this.reconnect();
  };

  stop(): void {
    this.#stopped = true;
    document.removeEventListener('visibilitychange', this.#look);
    window.removeEventListener('offline', this.#offline);
    window.removeEventListener('online', this.#online);
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
    this.director.stop();
    this.#hangUp();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    const { socket, heard } = socketTo(socketAddress(this.id, lang.now, this.#picture));
    this.#socket = socket;
    this.#pulse.start();
    let fresh = true;
    const listen = (data: string): void => {
      if (socket !== this.#socket) return;
      this.#pulse.hear();
      const frame = JSON.parse(data) as ServerFrame;
      if (fresh) {
        fresh = false;
        this.#begin(socket);
      }
      this.hear(frame);
    };
    socket.onmessage = (message) => listen(message.data as string);
    heard.forEach(listen);
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  /** Tell whether the table is in front of somebody's eyes: no notice is sent about it then. */
  #look = (): void => {
    const visible = (this.visible = document.visibilityState === 'visible');
    if (!visible) this.director.flush();
    if (this.seat >= 0) this.#mention({ do: 'eyes', visible });
    if (visible && this.link === 'live') this.#pulse.wonder(); // it slept
  };

  /** Send what nobody waits for, and what need not be sent again. */
  #mention(wish: Wish): void {
    const key = this.#key();
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ ...wish, key }));
  }

  #begin(socket: WebSocket): void {
    clearTimeout(this.#settling);
    this.#settling = window.setTimeout(() => (this.#tries = 0), SETTLED);
    this.link = 'live';
    this.#states = [];
    this.director.hear('anew');
    for (const { frame } of this.#waiting.values()) socket.send(JSON.stringify(frame));
  }

  #lost(code: number): void {
    this.#pulse.stop();
    if (this.#stopped) return;
    if (code === 1008 || code === 1001) {
      this.gone = code === 1008 ? 'notYours' : 'noTable';
      this.link = 'closed';
      return;
    }
    this.link = 'lost';
    clearTimeout(this.#settling);
    const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] ?? 0;
    this.#timer = window.setTimeout(() => this.#connect(), pause * (0.8 + Math.random() * 0.4));
  }

  /** What the server says. Answers to what we sent come at once; everything else waits while the
   * curtain is up, and a state waits for the words that tell it. */
  hear(frame: ServerFrame): void {
    if (ANSWERS.has(frame.do)) return this.#take(frame, 0);
    if (frame.do === 'view' || frame.do === 'update') {
      this.#states.push(frame);
    } else if (frame.do === 'words') {
      this.#tell(frame);
    } else {
      this.#tell();
      this.director.hear([frame]);
    }
  }

  #tell(...words: ServerFrame[]): void {
    const news = [...this.#states, ...words];
    this.#states = [];
    if (news.length) this.director.hear(news);
  }

  /** The reveal of an update. Nobody who comes late, and no tab that nobody sees, has one. */
  #plan(news: News): readonly Beat[] {
    const happened = happenedIn(news);
    if (!this.script || !this.state || !this.visible || this.script.pace() === 0) return [];
    if (!lengthOf(happened, this.script.lengths)) return [];
    return this.script.beats(numbered(happened, this.#next), this);
  }

  #apply({ what, at }: Heard<News>, told: readonly Beat[]): void {
    if (what === 'anew') {
      this.talk = [];
      this.time = null;
      return;
    }
    if (told.length) this.told = told.flatMap((beat) => beat.entries.map((entry) => entry.number));
    for (const frame of what) this.#take(frame, at);
  }

  #take(frame: ServerFrame, at: number): void {
    switch (frame.do) {
      case 'table':
        this.info = frame.table;
        this.said = frame.said ?? [];
        break;
      case 'welcome':
        this.welcome = frame;
        this.#look();
        break;
      case 'view':
        this.#show(frame.state as State<V>);
        break;
      case 'update':
        if (this.state) this.#show(apply(this.state, frame.patch as Op[]));
        break;
      case 'words':
        this.prompt = frame.prompt;
        this.labels = frame.labels;
        this.picture = frame.picture;
        this.ending = frame.outcome ?? null;
        this.#happen(frame.happened, frame.whole, frame.first);
        break;
      case 'time':
        this.time = { ...frame, at };
        break;
      case 'here':
        this.here = { ...frame, at };
        break;
      case 'talk':
        this.talk = [...this.talk, frame];
        if (frame.muted && !this.muted.includes(frame.seat))
          this.muted = [...this.muted, frame.seat];
        break;
      case 'earlier':
        this.#before(frame);
        this.#answered(frame.key)?.done();
        break;
      case 'weigh':
        this.#weighing.get(frame.key)?.(frame.deals);
        this.#weighing.delete(frame.key);
        this.#answered(frame.key)?.done();
        break;
      case 'over':
        this.over = frame;
        this.way = null;
        break;
      case 'rematch':
        this.again = frame.table;
        break;
      case 'done':
        this.#arrive(this.#answered(frame.key));
        break;
      case 'refused':
        if (frame.key === null) this.refusal = { text: frame.text, rule: frame.rule ?? '' };
        else this.#answered(frame.key)?.failed({ ...frame, rule: frame.rule ?? '' });
    }
  }

  #arrive(sent: Sent | undefined): void {
    if (sent && ACTS.has(sent.frame.do)) this.way = this.over ? null : 'there';
    sent?.done();
  }

  #answered(key: string): Sent | undefined {
    const sent = this.#waiting.get(key);
    this.#waiting.delete(key);
    this.busy = this.#waiting.size > 0;
    return sent;
  }

  #show(state: State<V>): void {
    if (state.prompt !== this.state?.prompt) {
      const kept = sessionStorage.getItem(this.#place(state.prompt));
      this.draft = kept && state.ask?.options.includes(kept) ? kept : null;
      this.aim = null;
      this.warning = null;
      this.time = null;
      if (this.way === 'there') this.way = null;
    } else if (this.draft !== null && !state.ask?.options.includes(this.draft)) {
      this.draft = null;
    }
    this.state = state;
  }

  /** Choose an answer here; it is kept over a refresh, and sent only when it is confirmed. */
  choose(act: string | null): void {
    if (act === null) this.refusal = null;
    else if (this.refuses(act)) return;
    this.draft = act;
    this.warning = null;
    if (this.state === null) return;
    if (act === null) sessionStorage.removeItem(this.#place(this.state.prompt));
    else sessionStorage.setItem(this.#place(this.state.prompt), act);
  }

  #place(prompt: number): string {
    return `draft/${this.id}/${prompt}`;
  }

  #happen(happened: Happened[], whole: boolean, first = 0): void {
    const from = whole ? first : this.#next;
    const entries = numbered(happened, from);
    this.log = whole ? entries : [...this.log, ...entries];
    this.news = whole ? [] : entries;
    if (whole) this.#remember();
  }

  /** The number of what happens next. */
  get #next(): number {
    return (this.log.at(-1)?.number ?? -1) + 1;
  }

  /** A long log comes in pages, the last one first; tables read all of it. */
  #remember(): void {
    const before = this.log[0]?.number ?? 0;
    if (before > 0) this.#mention({ do: 'earlier', what: 'log', before });
  }

  #before({ number, talk = [], log = [] }: Past): void {
    if (talk.length && number + talk.length === this.talk[0]?.number)
      this.talk = [...talk, ...this.talk];
    if (log.length && number + log.length === this.log[0]?.number) {
      this.log = [...numbered(log, number), ...this.log];
      this.#remember();
    }
  }
}
