/** Pencil marks about who played what: kept on this device for this table, and sent to nobody. */
import type { Card } from './cards';

export type Mark = '' | '?' | '✓' | '✗';
const NEXT: Record<Mark, Mark> = { '': '?', '?': '✓', '✓': '✗', '✗': '' };
const WORLD = 'w';

const key = (round: number, card: Card, seat: number | null): string =>
  `${round}/${card}/${seat ?? WORLD}`;

export class Pad {
  #marks = $state.raw<Record<string, Mark>>({});
  readonly #place: string;

  constructor(table: string) {
    this.#place = `pad/accusation/${table}`;
    try {
      this.#marks = JSON.parse(localStorage.getItem(this.#place) ?? '{}');
    } catch {
      this.#marks = {};
    }
  }

  at(round: number, card: Card, seat: number | null): Mark {
    return this.#marks[key(round, card, seat)] ?? '';
  }

  turn(round: number, card: Card, seat: number | null): void {
    const { [key(round, card, seat)]: now = '', ...rest } = this.#marks;
    const next = NEXT[now];
    this.#marks = next ? { ...rest, [key(round, card, seat)]: next } : rest;
    localStorage.setItem(this.#place, JSON.stringify(this.#marks));
  }
}
