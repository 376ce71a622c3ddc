/** Everything the server says of one game (rulebook, cards, words), in the language of the page. */
import { api } from './api';
import { lang } from './lang.svelte';
import type { GameBook } from './protocol';

/** What stands on cards, set as everything else is. */
const tidied = (cards: GameBook['cards']): GameBook['cards'] =>
  JSON.parse(JSON.stringify(cards), (_, value: unknown) =>
    typeof value === 'string' ? lang.tidy(value) : value,
  ) as GameBook['cards'];

class Books {
  /** Why the last one did not come. */
  trouble = $state<string | null>(null);
  #by = $state.raw<Record<string, GameBook>>({});
  #asked = new Set<string>();

  /** Null until it has come; after a change of language the old one until then. */
  of(game: string): GameBook | null {
    const key = `${game}/${lang.now}`;
    if (!(key in this.#by)) void this.#load(game, key);
    const other = Object.keys(this.#by).find((one) => one.startsWith(`${game}/`));
    return this.#by[key] ?? (other ? this.#by[other]! : null);
  }

  async #load(game: string, key: string): Promise<void> {
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      const book = await api.book(game);
      this.#by = { ...this.#by, [key]: { ...book, cards: tidied(book.cards) } };
      this.trouble = null;
    } catch (no) {
      this.#asked.delete(key);
      this.trouble = (no as Error).message;
    }
  }
}

export const books = new Books();
