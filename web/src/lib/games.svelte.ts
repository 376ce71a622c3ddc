/** The games that this server can play, in the language of the page. */
import { gamesIn } from '../early';
import { api } from './api';
import { lang, type Lang } from './lang.svelte';
import type { GameInfo } from './protocol';

class Shelf {
  #by = $state.raw<Record<string, GameInfo[]>>({});

  get all(): GameInfo[] {
    const now = lang.now;
    if (!(now in this.#by)) void this.#load(now);
    return this.#by[now] ?? Object.values(this.#by)[0] ?? [];
  }

  find(id: string): GameInfo | undefined {
    return this.all.find((game) => game.id === id);
  }

  title(id: string): string {
    return this.find(id)?.title ?? id;
  }

  #asked = new Set<string>();

  async #load(now: Lang): Promise<void> {
    if (this.#asked.has(now)) return;
    this.#asked.add(now);
    try {
      const games = (await gamesIn(now))?.games ?? (await api.games());
      const titled = games.map((game) => ({ ...game, title: game.title.replace("'", '’') }));
      this.#by = { ...this.#by, [now]: titled };
    } catch {
      this.#asked.delete(now);
    }
  }
}

export const shelf = new Shelf();
