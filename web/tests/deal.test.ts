// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { anew, judge, nextStep, promiseOf, sealOf, type Kept } from '../src/lib/deal';
import type { SeatInfo, TableInfo } from '../src/lib/protocol';

const seed = [...Array(32).keys()].map((i) => i.toString(16).padStart(2, '0')).join('');
const promise = 'dba4b0f55de89997a306af2988c0d6cad0e2170faf49630f75c1243362b29888';
const nonces = ['a', 'b', 'été'];
const seals = nonces.map((nonce, seat) => sealOf(promise, seat, nonce));
const mine: Kept = { nonce: 'b', commitment: promise };
const shown: Kept = { ...mine, seals, shown: true };
const dealt = nonces.map((nonce, seat) => ({ seal: seals[seat]!, nonce }));

const table = (you: number | null, seats: Partial<SeatInfo>[]): TableInfo =>
  ({
    id: 't',
    state: 'open',
    commitment: promise,
    host: 0,
    you,
    seats: seats.map((seat, number) => ({ number, kind: 'person', ready: false, ...seat })),
  }) as TableInfo;

describe('the deal', () => {
  it('hashes as the server does', () => {
    expect(promiseOf(seed)).toBe(promise);
    expect(seals[2]).toBe('c548ec4dc450ec4f59271f5a483b3467c4def18fb614493478274cba2f32611f');
  });

  it('seals at once, and shows nothing before all are sealed and it is ready', () => {
    const [a, b, c] = seals.map((seal) => ({ seal }));
    expect(nextStep(table(1, [{}, {}, {}]), null)).toBe('seal');
    expect(nextStep(table(1, [{}, b!, c!]), mine)).toBe(null);
    expect(nextStep(table(1, [a!, b!, c!]), mine)).toBe(null);
    const ready = { ready: true };
    expect(nextStep(table(1, [a!, { ...b, ...ready }, c!]), mine)).toBe(null);
    expect(nextStep(table(1, [a!, b!, { ...c, ...ready }]), mine)).toBe(null);
    expect(nextStep(table(1, [a!, { ...b, ...ready }, { ...c, ...ready }]), mine)).toBe('show');
    expect(nextStep(table(1, [a!, { ...b, ...ready }, ready]), mine)).toBe(null);
    expect(nextStep(table(1, [a!, { ...b, ready: true }, { kind: 'open' }]), mine)).toBe(null);
    expect(nextStep(table(1, [a!, { ...b, ready: true }, { kind: 'bot' }]), mine)).toBe('show');
    expect(nextStep(table(1, [{ ...a, nonce: 'a' }, b!, {}]), mine)).toBe('show');
    expect(nextStep(table(1, [a!, b!, {}]), mine, true)).toBe('show');
  });

  it('does nothing for others, for a seal made elsewhere, and when it is too late', () => {
    const [a, b, c] = seals.map((seal) => ({ seal }));
    expect(nextStep(table(null, [a!, {}, c!]), null)).toBe(null);
    expect(nextStep(table(1, [a!, { ...b, ready: true }, c!]), null)).toBe(null);
    expect(nextStep(table(1, [a!, { ...b, nonce: 'b' }, c!]), mine)).toBe(null);
    expect(nextStep(table(1, [{ ...a, nonce: 'a' }, {}, c!]), mine)).toBe('forget');
    expect(nextStep(table(1, [{ ...a, nonce: 'a' }, {}, c!]), null)).toBe(null);
  });

  it('counts how often a part that was shown had to be drawn anew', () => {
    expect(anew(null, promise, 'x')).toEqual({ nonce: 'x', commitment: promise });
    expect(anew(mine, promise, 'x').again).toBe(undefined);
    const second = anew(shown, promise, 'x');
    expect(second.again).toBe(1);
    expect(anew({ ...second, shown: true }, promise, '').again).toBe(2);
    expect(anew(anew(shown, promise, ''), promise, 'y').again).toBe(1);
  });

  it('is sound when every part is what was sealed', () => {
    expect(judge(promise, seed, dealt, shown, 1)).toMatchObject({ fault: null, mine: true });
    expect(judge(promise, seed, dealt, null, -1)).toMatchObject({ fault: null, mine: false });
    expect(judge(promise, seed, [null, null], null, 0).parts).toBe(0);
  });

  it('names what is wrong', () => {
    const other = (seat: number, nonce: string | null, seal = seals[seat]!) =>
      dealt.map((one, number) => (number === seat ? { seal, nonce } : one));
    expect(judge(promise, seed.replace('00', '01'), dealt, shown, 1).fault).toBe('dealSeed');
    expect(judge(promise, 'nonsense', dealt, shown, 1).fault).toBe('dealSeed');
    expect(judge(promise, seed, dealt, { ...shown, commitment: 'x' }, 1).fault).toBe('dealSeed');
    expect(judge(promise, seed, other(2, 'x'), shown, 1)).toMatchObject({
      fault: 'dealPart',
      seats: [2],
    });
    expect(judge(promise, seed, other(1, null), shown, 1).fault).toBe('dealMissing');
    const chosen = other(0, 'chosen', sealOf(promise, 0, 'chosen'));
    expect(judge(promise, seed, chosen, shown, 1)).toMatchObject({
      fault: 'dealChanged',
      seats: [0],
    });
    expect(judge(promise, seed, other(0, null), shown, 1)).toMatchObject({
      fault: null,
      unshown: [0],
    });
  });
});
