/** What is heard, and felt: never more than the page shows at that moment.
 *
 * A browser lets nothing sound before the first touch or key; this part is loaded after it. From a
 * hidden tab comes nothing but *your turn*, if the person wants it. */
import type { Entry } from './match.svelte';
import { settings } from './settings.svelte';
import { perform, type SoundName } from './synth';

export type Sounds = Readonly<Partial<Record<string, SoundName>>>;

const APART = 0.12; // seconds, between two of a kind
const NEXT = 0.22; // and between two of one update
const MOST = 3; // of one update
const SILENCE = 4000; // milliseconds, longer than any sound: then the phone's loudspeaker may sleep
const heard = new WeakSet<Entry>();
const last = new Map<SoundName, number>();
let audio: AudioContext | null = null;
let nap: ReturnType<typeof setTimeout> | undefined;

/** What plays nothing would still be computed, sample by sample, as long as the page is open. */
function awake(): AudioContext {
  audio ??= new AudioContext();
  if (audio.state !== 'running') void audio.resume();
  clearTimeout(nap);
  nap = setTimeout(() => void audio?.suspend(), SILENCE);
  return audio;
}

const wanted = (name: SoundName): boolean =>
  settings.sound &&
  settings.volume > 0 &&
  'AudioContext' in window &&
  (!document.hidden || (name === 'turn' && settings.away));

function play(name: SoundName, late = 0): void {
  if (!wanted(name)) return;
  const now = awake();
  const at = now.currentTime + late;
  if (at - (last.get(name) ?? -1) < APART) return;
  last.set(name, at);
  perform(now, name, settings.volume / 100, at);
}

/** A phone moves in the hand. */
function buzz(pattern: number | number[]): void {
  if (settings.vibrate && !document.hidden) navigator.vibrate?.(pattern);
}

/** What happened just now, as its game wants it heard; each of it once, whoever tells of it. */
function hear(entries: readonly Entry[], { sounds = {} }: { sounds?: Sounds }): void {
  const names = entries.flatMap((entry) => {
    const name = heard.has(entry) ? undefined : sounds[entry.kind];
    heard.add(entry);
    return name ?? [];
  });
  if (names.includes('accusation')) buzz([40, 60, 90]);
  [...new Set(names)].slice(0, MOST).forEach((name, i) => play(name, i * NEXT));
}

export const sound = { play, buzz, hear };
