/** Plays a reveal: scenes one after the other, each with what moves and the numbers as they stand. */
import type { Entry } from '../../lib/match.svelte';
import { settle, travel, vanish } from '../../lib/motion';
import type { Order } from '../../lib/protocol';
import { beats, change, ordersOf, type Beat, type Coins, type Scene } from './story';

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

const OPEN = 1200;
const HOP = 500;
const LOOK = 650;
const STRIKE = 420;
const MOVE = 750;
const USUAL = 7; // beats at full length

export class Show {
  playing = $state(false);
  scene = $state<Scene | null>(null);
  lines = $state.raw<string[]>([]);
  coins = $state.raw<Coins | null>(null);
  orders = $state.raw<Order[] | null>(null);
  arrows = $state.raw<Arrow[]>([]);
  #run = 0;
  #pace = 1; // an eventful round goes faster

  async play(events: readonly Entry[], start: Coins): Promise<void> {
    const run = ++this.#run;
    settle();
    this.playing = true;
    this.coins = start;
    this.orders = ordersOf(events);
    this.arrows = [];
    const all = beats(events);
    this.#pace = Math.max(0.6, Math.min(1, USUAL / all.length));
    for (const beat of all) {
      this.scene = beat.scene;
      this.lines = beat.entries.flatMap((entry) => entry.lines);
      await this.#perform(beat, run);
      if (run !== this.#run) return;
    }
    this.#end();
  }

  /** Show how it ended, at once. */
  skip(): void {
    if (!this.playing) return;
    this.#run++;
    settle();
    this.#end();
  }

  #end(): void {
    this.playing = false;
    this.scene = null;
    this.lines = [];
    this.coins = null;
    this.orders = null;
    this.arrows = [];
  }

  #apply(entry: Entry, run: number): void {
    if (run === this.#run && this.coins) this.coins = change(this.coins, entry);
  }

  async #perform(beat: Beat, run: number): Promise<void> {
    switch (beat.scene) {
      case 'orders':
        return this.#wait(OPEN);
      case 'support':
        return this.#support(beat.entries, run);
      case 'attacks':
        return this.#attack(beat.entries, run);
      default:
        this.arrows = this.arrows.filter((arrow) => arrow.fate === 'won');
        await Promise.all(beat.entries.map((entry) => this.#move(entry, run)));
        return this.#wait(LOOK);
    }
  }

  /** TR-21: every support runs along its path; the seats where one arrives count it. */
  async #support(entries: readonly Entry[], run: number): Promise<void> {
    this.arrows = entries.map(({ data }) => ({
      from: data.supporter as number,
      to: (data.path as number[])[0]!,
      kind: 'support',
      fate: 'going',
    }));
    await this.#wait(LOOK / 2);
    await Promise.all(
      entries.map(async (entry, i) => {
        let from = entry.data.supporter as number;
        for (const to of entry.data.path as number[]) {
          if (run !== this.#run) return;
          await Promise.all([
            travel(`seat-${from}`, `seat-${to}`, 'bead', 1, HOP * this.#pace),
            this.#wait(HOP),
          ]);
          from = to;
        }
        if (entry.kind === 'support_lost') this.#decide(i, 'lost', run);
        else this.#apply(entry, run);
      }),
    );
    await this.#wait(LOOK);
  }

  /** TR-15…19: each attack with its numbers. */
  async #attack(entries: readonly Entry[], run: number): Promise<void> {
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
    await this.#wait(STRIKE);
    entries.forEach(({ kind, data }, i) => {
      const won = kind !== 'attack_failed';
      const label =
        kind === 'attack_on_looter' ? '✓' : `${data.attack}:${data.defence} ${won ? '✓' : '✗'}`;
      this.#decide(earlier.length + i, won ? 'won' : 'failed', run, label);
    });
    await this.#wait(LOOK + Math.min(entries.length, 6) * 150);
  }

  #decide(index: number, fate: Arrow['fate'], run: number, label?: string): void {
    if (run !== this.#run) return;
    this.arrows = this.arrows.map((arrow, i) =>
      i === index ? { ...arrow, fate, ...(label ? { label } : {}) } : arrow,
    );
  }

  async #move(entry: Entry, run: number): Promise<void> {
    const { kind, data } = entry;
    if (kind === 'banked') {
      const seats = (data.coins as number[]).map((coins, seat) =>
        coins > 0
          ? travel(`spoils-${seat}`, `supply-${seat}`, 'coin', Math.min(coins, 4), 450 * this.#pace)
          : null,
      );
      await Promise.all(seats);
    } else if (kind === 'loot') {
      await travel('stash', `spoils-${data.looter}`, 'coin', data.coins, MOVE * this.#pace);
    } else if (kind.startsWith('robbed')) {
      const from = kind === 'robbed_supply' ? 'supply' : 'spoils';
      await travel(
        `${from}-${data.victim}`,
        `spoils-${data.robber}`,
        'coin',
        data.coins,
        MOVE * this.#pace,
      );
    } else {
      const from = kind === 'removed_stash' ? 'stash' : `${kind.split('_')[1]}-${data.owner}`;
      await vanish(from, 'coin', data.coins);
    }
    this.#apply(entry, run);
  }

  #wait(ms: number): Promise<void> {
    return new Promise((done) => setTimeout(done, ms * this.#pace));
  }
}
