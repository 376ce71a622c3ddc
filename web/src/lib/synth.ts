/** A dozen sounds of one candlelit evening: soft wood, wax, small bells and a low string, made here so
 * that no file is needed. It knows nothing of settings and imports nothing: tests render it offline. */
const VOICES = {
  /** Wax is pressed onto a letter. */
  seal: (at) => [thump(at, 92, 0.5), air(at, 0.4, 0.01, 0.14, 480), wood(at + 0.05, 196, 0.12)],
  /** Paper turns over, and a bell says look. */
  reveal: (at) => [
    air(at, 0.34, 0.12, 0.3, 1300),
    bell(at + 0.14, 440, 0.16, 0.9),
    bell(at + 0.2, 587.3, 0.12, 0.9),
  ],
  coin: (at) => [bell(at, 1046.5, 0.17, 0.4), bell(at + 0.07, 1396.9, 0.13, 0.5)],
  whisper: (at) => [air(at, 0.5, 0.07, 0.24, 1500), air(at + 0.19, 0.42, 0.06, 0.3, 1150)],
  talk: (at) => [wood(at, 392, 0.26), wood(at + 0.07, 494, 0.18)],
  /** Something heavy falls, and the room holds its breath. */
  accusation: (at) => [
    thump(at, 55, 0.8),
    bow(at, 73.4, 0.3, 1.5),
    bow(at, 110, 0.16, 1.5),
    bell(at + 0.06, 146.8, 0.26, 1.5),
    bell(at + 0.06, 155.6, 0.1, 1.2),
  ],
  /** A fourth upwards, as a question is asked. */
  turn: (at) => [bell(at, 440, 0.24, 0.8), bell(at + 0.17, 587.3, 0.26, 1)],
  /** The last ten seconds: a clock in another room. */
  clock: (at) =>
    [0, 0.5, 1].flatMap((late) => [wood(at + late, 330, 0.26), wood(at + late + 0.25, 262, 0.18)]),
  victory: (at) => [
    bow(at, 146.8, 0.16, 1.7),
    ...[293.7, 370, 440, 587.3].map((pitch, i) => bell(at + i * 0.15, pitch, 0.2, 1.3)),
  ],
  defeat: (at) => [
    bow(at, 110, 0.18, 1.7),
    ...[349.2, 293.7, 220].map((pitch, i) => bell(at + i * 0.24, pitch, 0.15, 1.2)),
  ],
  card: (at) => [air(at, 0.4, 0.01, 0.1, 1600), wood(at + 0.03, 262, 0.2)],
  /** Somebody came. */
  knock: (at) =>
    [0, 0.15, 0.38].flatMap((late) => [thump(at + late, 130, 0.36), wood(at + late, 175, 0.3)]),
} satisfies Record<string, (at: number) => Voice[]>;

export type SoundName = keyof typeof VOICES;
export const SOUNDS = Object.keys(VOICES) as SoundName[];

type Voice = (audio: BaseAudioContext, out: AudioNode) => void;

/** Play a sound; nothing louder than `LOUDEST` leaves, whatever is played together. */
export function perform(
  audio: BaseAudioContext,
  name: SoundName,
  volume: number,
  at = audio.currentTime,
): void {
  const out = audio.createGain();
  out.gain.value = volume;
  out.connect(limit(audio));
  for (const voice of VOICES[name](at)) voice(audio, out);
}

const LOUDEST = 0.9;
const limits = new WeakMap<BaseAudioContext, AudioNode>();

/** What is soft passes as it is; what is loud is bent, never cut. */
function limit(audio: BaseAudioContext): AudioNode {
  const known = limits.get(audio);
  if (known) return known;
  const shaper = audio.createWaveShaper();
  shaper.curve = Float32Array.from({ length: 2049 }, (_, i) => LOUDEST * Math.tanh(i / 1024 - 1));
  shaper.connect(audio.destination);
  limits.set(audio, shaper);
  return shaper;
}

// --- the instruments -------------------------------------------------------------------------------

const QUIET = 0.0001; // as good as nothing: a ramp cannot come from zero

/** Up to its loudest, and slowly gone. */
function swell(
  audio: BaseAudioContext,
  at: number,
  loud: number,
  rise: number,
  length: number,
): GainNode {
  const node = audio.createGain();
  node.gain.setValueAtTime(QUIET, at);
  node.gain.exponentialRampToValueAtTime(loud, at + rise);
  node.gain.exponentialRampToValueAtTime(QUIET, at + length);
  return node;
}

function tone(
  at: number,
  pitch: number,
  loud: number,
  rise: number,
  length: number,
  type: OscillatorType = 'sine',
): Voice {
  return (audio, out) => {
    const source = audio.createOscillator();
    source.type = type;
    source.frequency.value = pitch;
    source.connect(swell(audio, at, loud, rise, length)).connect(out);
    source.start(at);
    source.stop(at + length);
  };
}

const together =
  (...voices: Voice[]): Voice =>
  (audio, out) => {
    for (const voice of voices) voice(audio, out);
  };

/** A small bell: what is above its note is softer and gone sooner. */
const bell = (at: number, pitch: number, loud: number, length: number): Voice =>
  together(
    tone(at, pitch, loud, 0.006, length),
    tone(at, pitch * 2.01, loud * 0.3, 0.004, length * 0.6),
    tone(at, pitch * 2.98, loud * 0.12, 0.003, length * 0.35),
  );

/** A fingertip on wood. */
const wood = (at: number, pitch: number, loud: number): Voice =>
  together(
    tone(at, pitch, loud, 0.002, 0.13),
    tone(at, pitch * 2.4, loud * 0.4, 0.002, 0.06),
    air(at, loud * 0.3, 0.002, 0.04, pitch * 3),
  );

/** A dull fall: a low note that sinks. */
const thump =
  (at: number, pitch: number, loud: number): Voice =>
  (audio, out) => {
    const source = audio.createOscillator();
    source.frequency.setValueAtTime(pitch * 1.6, at);
    source.frequency.exponentialRampToValueAtTime(pitch * 0.7, at + 0.2);
    source.connect(swell(audio, at, loud, 0.005, 0.26)).connect(out);
    source.start(at);
    source.stop(at + 0.26);
  };

/** A low string: two that are not quite in tune. */
const bow = (at: number, pitch: number, loud: number, length: number): Voice =>
  together(
    tone(at, pitch, loud, 0.12, length, 'triangle'),
    tone(at, pitch * 1.006, loud * 0.7, 0.16, length, 'triangle'),
  );

/** Breath, paper, wax: noise around a pitch. */
function air(at: number, loud: number, rise: number, length: number, pitch: number): Voice {
  return (audio, out) => {
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    source.buffer = noise(audio);
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    filter.Q.value = 3;
    source
      .connect(filter)
      .connect(swell(audio, at, loud, rise, length))
      .connect(out);
    source.start(at);
    source.stop(at + length);
  };
}

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

function noise(audio: BaseAudioContext): AudioBuffer {
  const known = noises.get(audio);
  if (known) return known;
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  let dice = 1; // the same every time
  for (let i = 0; i < samples.length; i++) {
    dice = (dice * 16807) % 2147483647;
    samples[i] = dice / 1073741823.5 - 1;
  }
  noises.set(audio, buffer);
  return buffer;
}
