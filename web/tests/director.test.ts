// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerFrame } from '../src/lib/protocol';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', {
  documentElement: {},
  getElementById: () => null,
  visibilityState: 'visible',
});
vi.stubGlobal('window', globalThis);
const { Match } = await import('../src/lib/match.svelte');
type Table = InstanceType<typeof Match>;

const lengths = { ballot: 1000, verdict: 1000 };
let pace: number | null = 1;

function table(): Table {
  const match = new Match('t', false, false);
  match.state = { view: { n: 0 }, prompt: 0, asked: [], absent: [] } as unknown as Table['state'];
  match.script = {
    lengths,
    pace: () => pace,
    beats: (entries) =>
      entries
        .filter(({ kind }) => kind in lengths)
        .map((entry) => ({ entries: [entry], ms: 1000, lines: entry.lines })),
  };
  return match;
}

const hear = (match: Table, ...frames: object[]): void =>
  frames.forEach((frame) => match.hear(frame as ServerFrame));
const update = (n: number): object => ({
  do: 'update',
  patch: [{ op: 'replace', path: '/view', value: { n } }],
});
const words = (...kinds: string[]): object => ({
  do: 'words',
  whole: false,
  prompt: 'next?',
  happened: kinds.map((kind) => ({ kind, data: {}, lines: [`${kind}!`] })),
});
const shown = (match: Table): unknown => [
  (match.state!.view as { n: number }).n,
  match.log.map(({ kind }) => kind).join(' '),
  match.talk.length,
  match.time?.at ?? null,
  match.over !== null,
];
const talk = { do: 'talk', number: 0, seat: 1, text: 'Ha!', to: null, at: 0 };
const over = { do: 'over', winners: [0], scores: [1], seed: '' };

beforeEach(() => {
  vi.useFakeTimers();
  pace = 1;
});
afterEach(() => vi.useRealTimers());

describe('the curtain', () => {
  it('keeps everything as it was until it has fallen, and the time that a clock was told', () => {
    const match = table();
    const before = shown(match);
    hear(match, update(1), words('ballot', 'verdict', 'over'));
    const told = performance.now();
    hear(match, { do: 'time', clock: null }, talk, over);
    expect(match.director.lines).toEqual(['ballot!']);
    expect(shown(match)).toEqual(before);
    vi.advanceTimersByTime(1000);
    expect(match.director.lines).toEqual(['ballot!', 'verdict!']);
    expect(shown(match)).toEqual(before);
    vi.advanceTimersByTime(1000);
    expect(match.showing).toBe(false);
    expect(shown(match)).toEqual([1, 'ballot verdict over', 1, told, true]);
    expect(match.fresh.map(({ kind }) => kind)).toEqual(['over']); // the rest was told
  });

  it('does not rise for what is no drama', () => {
    const match = table();
    hear(match, update(1), words('passed'));
    expect(match.showing).toBe(false);
    expect(match.log).toHaveLength(1);
  });

  it('lets answers to what I sent through', () => {
    const match = table();
    hear(match, update(1), words('ballot'), { do: 'refused', key: null, text: 'No.' });
    expect(match.refusal?.text).toBe('No.');
  });

  it('falls at once when it is skipped, and what waits behind it plays next', () => {
    const match = table();
    hear(
      match,
      update(1),
      words('ballot'),
      update(2),
      words('passed'),
      update(3),
      words('verdict'),
    );
    match.director.skip();
    expect(shown(match)).toEqual([2, 'ballot passed', 0, null, false]);
    expect(match.director.lines).toEqual(['verdict!']);
    match.director.skip();
    expect(shown(match)).toEqual([3, 'ballot passed verdict', 0, null, false]);
  });

  it('is quicker the more waits behind it, and what is late is not played', () => {
    const match = table();
    const kinds = Array.from({ length: 8 }, () => 'ballot');
    hear(match, update(1), words('ballot', 'ballot'), update(2), words(...kinds));
    const usual = match.director.ms;
    match.director.next();
    expect([usual, match.director.ms]).toEqual([1000, 500]);
    vi.advanceTimersByTime(500);
    hear(match, update(3), words('verdict'), update(4), words('ballot'));
    vi.advanceTimersByTime(8000);
    expect(match.showing).toBe(false);
    expect(shown(match)).toEqual([
      4,
      ['ballot ballot', ...kinds, 'verdict ballot'].join(' '),
      0,
      null,
      false,
    ]);
  });

  it('is not raised where nobody looks, and falls when somebody looks away', () => {
    const match = table();
    match.visible = false;
    hear(match, update(1), words('ballot'));
    expect(match.showing).toBe(false);
    match.visible = true;
    hear(match, update(2), words('ballot'), update(3), words('verdict'), over);
    match.director.flush();
    expect(match.showing).toBe(false);
    expect(shown(match)).toEqual([3, 'ballot ballot verdict', 0, null, true]);
  });

  it('keeps the pace that somebody likes: none, or one tap at a time', () => {
    const match = table();
    pace = 0;
    hear(match, update(1), words('ballot'));
    expect(match.showing).toBe(false);
    pace = null;
    hear(match, update(2), words('ballot', 'verdict'));
    vi.advanceTimersByTime(60_000);
    expect(match.director.at).toBe(0);
    match.director.next();
    match.director.next();
    expect(shown(match)).toEqual([2, 'ballot ballot verdict', 0, null, false]);
  });

  it('shows nothing twice to a page that comes back: the log begins anew behind it', () => {
    const match = table();
    hear(match, update(1), words('ballot'), talk);
    match.director.hear('anew');
    const state = { view: { n: 1 }, prompt: 1, asked: [], absent: [] };
    const log = { ...(words('ballot') as object), whole: true, first: 0 };
    hear(match, { do: 'view', state }, log, talk);
    expect(match.director.lines).toEqual(['ballot!']);
    match.director.next();
    expect(match.showing).toBe(false);
    expect(shown(match)).toEqual([1, 'ballot', 1, null, false]);
  });

  it('shows no state before its words, however slow the machine is', () => {
    const match = table();
    hear(match, update(1));
    vi.advanceTimersByTime(60_000);
    expect(shown(match)).toEqual([0, '', 0, null, false]);
    hear(match, words('ballot'));
    expect(match.director.lines).toEqual(['ballot!']); // it would have told its own ending
    expect(shown(match)).toEqual([0, '', 0, null, false]);
  });
});
