/** What a person likes on this device. */
import { still } from './motion';

type Theme = 'auto' | 'light' | 'dark';
/** How much of its usual time a beat of a reveal takes; null: until the next one is asked for. */
export const PACES = { slow: 1.7, normal: 1, quick: 0.5, step: null, off: 0 } as const;
export type Pace = keyof typeof PACES;

const known = (pace: string | null): Pace => (pace && pace in PACES ? (pace as Pace) : 'normal');

class Settings {
  theme = $state<Theme>((localStorage.getItem('theme') as Theme | null) ?? 'auto');
  // off where the system asks for stillness: the only wish for quiet that a browser passes on
  sound = $state((localStorage.getItem('sound') ?? (still() ? 'off' : 'on')) === 'on');
  volume = $state(Number(localStorage.getItem('volume') ?? 70)); // of a hundred
  away = $state(localStorage.getItem('away') !== 'off'); // a hidden tab says that it is my turn
  vibrate = $state(localStorage.getItem('vibrate') !== 'off');
  careful = $state(localStorage.getItem('careful') !== 'off'); // see hold.ts
  plain = $state(localStorage.getItem('plain') === 'on'); // every game as text and a list of choices
  pace = $state<Pace>(known(localStorage.getItem('pace')));
  curtain = $state(false); // hides my secrets from the room; never kept

  constructor() {
    this.#show();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem('theme', theme);
    this.#show();
  }

  setSound(on: boolean): void {
    this.sound = on;
    localStorage.setItem('sound', on ? 'on' : 'off');
  }

  setVolume(volume: number): void {
    this.volume = volume;
    localStorage.setItem('volume', String(volume));
  }

  setAway(on: boolean): void {
    this.away = on;
    localStorage.setItem('away', on ? 'on' : 'off');
  }

  setVibrate(on: boolean): void {
    this.vibrate = on;
    localStorage.setItem('vibrate', on ? 'on' : 'off');
  }

  setCareful(on: boolean): void {
    this.careful = on;
    localStorage.setItem('careful', on ? 'on' : 'off');
  }

  setPlain(on: boolean): void {
    this.plain = on;
    localStorage.setItem('plain', on ? 'on' : 'off');
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    localStorage.setItem('pace', pace);
  }

  #show(): void {
    document.documentElement.dataset.theme = this.theme;
  }
}

export const settings = new Settings();

export const paceOf = (): number | null => PACES[settings.pace];
