/** What the table shows of a reveal: each beat with what moves, and the numbers as they stand. */
import type { Beat } from '../../lib/beats';
import type { Entry } from '../../lib/match.svelte';
import { settle, travel, vanish } from '../../lib/motion';
import type { Order } from '../../lib/protocol';
import { change, type Coins, type Picture, type Scene } from './story';

/** An arrow between two seats; `fate` is how it looks now. */
export interface Arrow {
  from: number;
  to: number;
  kind: 'support' | 'attack';
  fate: 'going' | 'won' | 'failed' | 'lost' | 'past';
  label?: string;
}

/** What orders that nobody has seen yet are after. */
export const intended = (orders: readonly (Order | null)[]): Arrow[] =>
  orders.flatMap((order, from): Arrow[] =>
    order?.target == null
      ? []
      : [{ from, to: order.target, kind: order.kind as Arrow['kind'], fate: 'going' }],
  );

const USUAL = 1200; // a beat that waits for a tap moves as one of this length

export class Show {
  playing = $state(false);
  scene = $state<Scene | null>(null);
  lines = $state.raw<readonly string[]>([]);
  coins = $state.raw<Coins | null>(null);
  orders = $state.raw<readonly Order[] | null>(null);
  arrows = $state.raw<Arrow[]>([]);
  #run = 0;
  #left: Entry[] = []; // of this beat, not counted yet

  /** One beat of so many milliseconds. Whatever the one before had not finished is finished. */
  perform(beat: Beat, ms: number): void {
    const { scene, orders, start } = beat.picture as Picture;
    this.#run++;
    settle();
    for (const entry of this.#left.splice(0)) this.#count(entry);
    if (!this.playing || scene === 'orders') {
      this.coins = start;
      this.orders = orders;
      this.arrows = [];
    }
    this.playing = true;
    this.scene = scene;
    this.lines = beat.lines;
    this.#left = [...beat.entries];
    void this.#move(scene, beat.entries, ms || USUAL, this.#run);
  }

  end(): void {
    if (!this.playing) return;
    this.#run++;
    settle();
    this.playing = false;
    this.scene = null;
    this.lines = [];
    this.coins = null;
    this.orders = null;
    this.arrows = [];
    this.#left = [];
  }

  #count(entry: Entry): void {
    if (this.coins) this.coins = change(this.coins, entry);
  }

  /** Something has arrived, unless the next beat was quicker. */
  #land(entry: Entry, run: number): void {
    if (run !== this.#run) return;
    this.#left = this.#left.filter((one) => one !== entry);
    this.#count(entry);
  }

  async #move(scene: Scene, entries: readonly Entry[], ms: number, run: number): Promise<void> {
    if (scene === 'support') return this.#support(entries, ms, run);
    if (scene === 'attacks') return this.#attack(entries, ms, run);
    if (scene === 'orders') return;
    this.arrows = this.arrows.filter((arrow) => arrow.fate === 'won');
    await Promise.all(entries.map((entry) => this.#coins(entry, ms * 0.65, run)));
  }

  /** TR-21: every support runs along its path; the seats where one arrives count it. */
  async #support(entries: readonly Entry[], ms: number, run: number): Promise<void> {
    this.arrows = entries.map(({ data }) => ({
      from: data.supporter as number,
      to: (data.path as number[])[0]!,
      kind: 'support',
      fate: 'going',
    }));
    const hops = Math.max(...entries.map(({ data }) => (data.path as number[]).length));
    await Promise.all(
      entries.map(async (entry, i) => {
        let from = entry.data.supporter as number;
        for (const to of entry.data.path as number[]) {
          if (run !== this.#run) return;
          await travel(`seat-${from}`, `seat-${to}`, 'bead', 1, (ms * 0.7) / hops);
          from = to;
        }
        if (entry.kind === 'support_lost') this.#decide(i, 'lost', run);
        this.#land(entry, run);
      }),
    );
  }

  /** TR-15…19: each attack with its numbers. */
  async #attack(entries: readonly Entry[], ms: number, run: number): Promise<void> {
    // what is behind us fades: supports, and attacks that failed
    const earlier = this.arrows.map((arrow): Arrow =>
      arrow.fate === 'won' ? arrow : { ...arrow, fate: 'past' },
    );
    this.arrows = [
      ...earlier,
      ...entries.map(({ data }): Arrow => ({
        from: data.attacker,
        to: data.target,
        kind: 'attack',
        fate: 'going',
      })),
    ];
    await new Promise((done) => setTimeout(done, ms * 0.35));
    entries.forEach(({ kind, data }, i) => {
      const won = kind !== 'attack_failed';
      const label =
        kind === 'attack_on_looter' ? '✓' : `${data.attack}:${data.defence} ${won ? '✓' : '✗'}`;
      this.#decide(earlier.length + i, won ? 'won' : 'failed', run, label);
    });
  }

  #decide(index: number, fate: Arrow['fate'], run: number, label?: string): void {
    if (run !== this.#run) return;
    this.arrows = this.arrows.map((arrow, i) =>
      i === index ? { ...arrow, fate, ...(label ? { label } : {}) } : arrow,
    );
  }

  async #coins(entry: Entry, ms: number, run: number): Promise<void> {
    const { kind, data } = entry;
    if (kind === 'banked') {
      const seats = (data.coins as number[]).map((coins, seat) =>
        coins > 0
          ? travel(`spoils-${seat}`, `supply-${seat}`, 'coin', Math.min(coins, 4), ms)
          : null,
      );
      await Promise.all(seats);
    } else if (kind === 'loot') {
      await travel('stash', `spoils-${data.looter}`, 'coin', data.coins, ms);
    } else if (kind.startsWith('robbed')) {
      const from = kind === 'robbed_supply' ? 'supply' : 'spoils';
      await travel(`${from}-${data.victim}`, `spoils-${data.robber}`, 'coin', data.coins, ms);
    } else {
      const from = kind === 'removed_stash' ? 'stash' : `${kind.split('_')[1]}-${data.owner}`;
      await vanish(from, 'coin', data.coins, ms);
    }
    this.#land(entry, run);
  }
}
