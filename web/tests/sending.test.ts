// @vitest-environment node
import { expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined });
vi.stubGlobal('document', { documentElement: {}, getElementById: () => null });
const { Match } = await import('../src/lib/match.svelte');
const { Desk } = await import('../src/games/complot/desk.svelte');
type Table = InstanceType<typeof Match>;

function asked(...options: string[]): Table {
  const match = new Match('t', false, false);
  const ask = { kind: 'slot', options, data: {}, answer: null, ready: false };
  match.state = { ask, view: {}, prompt: 7, asked: [0], absent: [] } as unknown as Table['state'];
  return match;
}

it('sends an answer once, however often it is tapped before anything comes back', () => {
  const match = asked('pass', 'reverse');
  const first = match.submit('pass');
  expect(match.submit('pass')).toBe(first);
  expect(match.submit('reverse')).not.toBe(first); // a change of mind is another answer
  expect(match.pass('turn')).toBe(match.pass('turn'));
  expect(match.undo()).not.toBe(match.undo()); // twice takes two acts back
});

it('Complot takes back in the order of the taps', async () => {
  const match = asked('play X', 'play Y');
  const done: string[] = [];
  const carry = (name: string): Promise<void> => {
    done.push(`${name}…`);
    return Promise.resolve().then(() => void done.push(name));
  };
  match.submit = carry;
  match.undo = () => carry('undo');
  const desk = new Desk(match as unknown as ConstructorParameters<typeof Desk>[0]);
  await Promise.all([desk.do('play X'), desk.undo(), desk.do('play Y')]);
  expect(done).toEqual(['play X…', 'play X', 'undo…', 'undo', 'play Y…', 'play Y']);
});
