/** Who I am on this device. */
import { api, Refusal } from './api';
import { knownVisitor } from './known';

/** Whoever plays before giving a name goes by one of the old comedy, the same in every language. */
const MASKS = [
  ...['Arlecchino', 'Brighella', 'Colombina', 'Coviello', 'Fiorinetta', 'Isabella', 'Leandro'],
  ...['Mezzetino', 'Pantalone', 'Pedrolino', 'Pierrot', 'Pulcinella', 'Scaramuccia', 'Tartaglia'],
];
const KEPT = 'recovery'; // whether this browser's owner has written the code down

class Me {
  name = $state<string | null>(null);
  known = $state(false); // whether the server has been asked
  recovery = $state<string | null>(null); // shown once
  kept = $state(localStorage.getItem(KEPT) === 'kept');
  trouble = $state<string | null>(null);

  async look(): Promise<void> {
    try {
      this.name = (knownVisitor() ?? (await api.visitor())).name;
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
      this.#take(made.name);
    }
  }

  /** Be somebody: with a name for now, if there is none yet. */
  async beSomebody(): Promise<void> {
    if (!this.known) await this.look();
    if (!this.name) await this.enter(MASKS[Math.floor(Math.random() * MASKS.length)]!);
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }

  /** The code by which I came is used up: this is the next one. */
  async recover(code: string): Promise<void> {
    const made = await api.recover(code);
    this.#take(made.name);
    this.recovery = made.recovery;
  }

  async freshRecovery(): Promise<void> {
    this.recovery = (await api.newRecovery()).recovery;
  }

  keepRecovery(): void {
    this.recovery = null;
    this.kept = true;
    localStorage.setItem(KEPT, 'kept');
  }

  async forget(): Promise<void> {
    await api.signOut();
    this.leave();
  }

  /** Nobody is signed in here any more. */
  leave(): void {
    this.name = null;
    this.recovery = null;
    this.kept = false;
    localStorage.removeItem(KEPT);
  }

  #take(name: string): void {
    this.name = name;
    this.known = true;
  }
}

export const me = new Me();
