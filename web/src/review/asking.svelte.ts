/** The review of one match, as far as it is: asked for, on its way, there. */
import { get, post } from '../lib/api';
import type { ReviewInfo } from '../lib/protocol';

const SOON = 2000; // milliseconds from one look to the next, while it is made

export class Asking {
  info = $state.raw<ReviewInfo | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #path: string;

  constructor(where: string) {
    this.#path = `/api/${where}/review`;
  }

  get underWay(): boolean {
    return this.info?.state === 'waiting' || this.info?.state === 'running';
  }

  async look(): Promise<void> {
    this.#take(await get<ReviewInfo>(this.#path));
  }

  /** Ask for it, or want it no more as long as it is not there. */
  async want(wanted: boolean): Promise<void> {
    this.#take(await post<ReviewInfo>(this.#path, { wanted }));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #take(info: ReviewInfo): void {
    this.info = info;
    this.stop();
    // a look that fails is made up for by the next
    if (this.underWay) this.#timer = setTimeout(() => void this.#again(), SOON);
  }

  async #again(): Promise<void> {
    try {
      await this.look();
    } catch {
      this.#timer = setTimeout(() => void this.#again(), SOON);
    }
  }
}
