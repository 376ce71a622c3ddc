/** Who I am on this device. */
import { api, Refusal } from './api';

class Me {
  name = $state<string | null>(null);
  known = $state(false); // whether the server has been asked
  recovery = $state<string | null>(null); // shown once after signing in
  trouble = $state<string | null>(null);

  async look(): Promise<void> {
    try {
      this.name = (await api.visitor()).name;
      this.trouble = null;
    } catch (no) {
      if (!(no instanceof Refusal) || no.code === 'offline') this.trouble = String(no);
      this.name = null;
    }
    this.known = true;
  }

  /** Become somebody; what they came for is done before the page takes notice of them. */
  async enter(name: string, first?: () => Promise<void>): Promise<void> {
    const made = await api.signIn(name);
    try {
      await first?.();
    } finally {
      this.#take(made);
    }
  }

  async recover(code: string): Promise<void> {
    this.#take(await api.recover(code));
  }

  async forget(): Promise<void> {
    await api.signOut();
    this.name = null;
    this.recovery = null;
  }

  #take(made: { name: string; recovery: string }): void {
    this.name = made.name;
    this.recovery = made.recovery;
    this.known = true;
  }
}

export const me = new Me();
