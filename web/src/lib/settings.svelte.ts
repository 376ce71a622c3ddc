/** What a person likes on this device. */
type Theme = 'auto' | 'light' | 'dark';
/** How much of its usual time a beat of a reveal takes; null: until the next one is asked for. */
export const PACES = { slow: 1.7, normal: 1, quick: 0.5, step: null, off: 0 } as const;
export type Pace = keyof typeof PACES;

const known = (pace: string | null): Pace => (pace && pace in PACES ? (pace as Pace) : 'normal');

class Settings {
  theme = $state<Theme>((localStorage.getItem('theme') as Theme | null) ?? 'auto');
  sound = $state(localStorage.getItem('sound') !== 'off');
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

/** Two soft notes: it is your turn. Made here, so that no file is needed. */
export function chime(): void {
  if (!settings.sound || !('AudioContext' in window)) return;
  const audio = new AudioContext();
  for (const [at, pitch] of [
    [0, 523],
    [0.16, 784],
  ] as const) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, audio.currentTime + at);
    loud.gain.exponentialRampToValueAtTime(0.12, audio.currentTime + at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + 0.4);
    tone.connect(loud).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.45);
  }
  setTimeout(() => void audio.close(), 1000);
}
