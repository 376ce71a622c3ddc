/** The deal is nobody's alone: this page adds a part of its own, sealed first and shown when nobody
 * can seal any more, and checks after the end that it was in it. docs/secrets.md says what that
 * proves. Hashes come from a package, because browsers keep theirs from pages without TLS. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Nonce, TableInfo } from './protocol';

/** What this browser knows of its part: `seals` are everybody's when it showed its own, `shown`
 * that the server said it has it, `again` how often it had to seal anew after that. */
export interface Kept {
  nonce: string;
  commitment: string;
  seals?: (string | null)[];
  shown?: boolean;
  again?: number;
}

const MOST = 200; // tables remembered
const hash = (...parts: Uint8Array[]): string => bytesToHex(sha256(concatBytes(...parts)));

export const freshNonce = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)));

export const sealOf = (commitment: string, seat: number, nonce: string): string =>
  hash(utf8ToBytes(`intrigue nonce 1\n${commitment}\n${seat}\n${nonce}`));

export const promiseOf = (seed: string): string =>
  /^([0-9a-f]{2})+$/.test(seed) ? hash(utf8ToBytes('intrigue seed\n'), hexToBytes(seed)) : '';

// --- what is remembered -----------------------------------------------------------------------------

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem('deals') ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

export const kept = (table: string): Kept | null => all()[table] ?? null;

export function keep(table: string, part: Kept | null): void {
  const { [table]: _, ...others } = all();
  const entries = Object.entries(part ? { ...others, [table]: part } : others).slice(-MOST);
  localStorage.setItem('deals', JSON.stringify(Object.fromEntries(entries)));
}

// --- before the deal --------------------------------------------------------------------------------

/** What this page has to do now: seal a part, show it, or neither. It shows it when all have sealed
 * theirs and are ready (but for the host, who deals), when somebody else has shown one, or at last,
 * right before the start. */
export function nextStep(
  info: TableInfo,
  part: Kept | null,
  atLast = false,
): 'seal' | 'show' | 'forget' | null {
  const me = info.you == null ? null : info.seats[info.you];
  if (!me || info.state !== 'open') return null;
  const closed = info.seats.some((seat) => seat.nonce);
  if (!me.seal) return closed ? (part?.nonce ? 'forget' : null) : 'seal';
  const full = info.seats.every((seat) => seat.kind === 'person' || seat.kind === 'bot');
  if (!full || me.nonce || !part) return null;
  if (me.seal !== sealOf(info.commitment, me.number, part.nonce)) return null; // sealed elsewhere
  const done = info.seats.every(
    (seat) => seat.kind !== 'person' || (seat.seal && (seat.ready || seat.number === info.host)),
  );
  return closed || atLast || (done && me.number !== info.host) ? 'show' : null;
}

/** A new part for this table, or none any more. If the last one was shown, that is counted: whoever
 * knew it could have made somebody come or go, for want of a better deal. */
export function anew(part: Kept | null, commitment: string, nonce: string): Kept {
  const again = (part?.again ?? 0) + (part?.shown ? 1 : 0);
  return again ? { nonce, commitment, again } : { nonce, commitment };
}

/** Whose parts are sealed and still to come. */
export const unshown = (info: TableInfo): number =>
  info.seats.filter((seat) => seat.seal && !seat.nonce).length;

// --- after the end ----------------------------------------------------------------------------------

export type Fault = 'dealSeed' | 'dealPart' | 'dealMissing' | 'dealChanged';

export interface Verdict {
  fault: Fault | null;
  seats: number[]; // whom the fault is about
  mine: boolean; // this browser's part is in the deal
  parts: number; // how many are
  unshown: number[]; // who sealed one and never showed it
}

/** Whether the deal was the promised one, as far as this browser can tell. That the cards follow
 * from it is for `intrigue verify` to find, which knows the rules. */
export function judge(
  commitment: string,
  seed: string,
  nonces: readonly (Nonce | null)[],
  part: Kept | null,
  seat: number,
): Verdict {
  const seats = nonces.map((_, number) => number);
  const told = (number: number): Nonce | null => nonces[number] ?? null;
  const wrong = seats.filter((number) => {
    const one = told(number);
    return one?.nonce != null && one.seal !== sealOf(commitment, number, one.nonce);
  });
  const changed = part?.shown
    ? seats.filter((number) => (told(number)?.seal ?? null) !== (part.seals?.[number] ?? null))
    : [];
  const mine = Boolean(part?.nonce) && told(seat)?.nonce === part?.nonce;
  const found = (fault: Fault | null, about: number[] = []): Verdict => ({
    fault,
    seats: about,
    mine,
    parts: seats.filter((number) => told(number)?.nonce != null).length,
    unshown: seats.filter((number) => told(number) !== null && told(number)?.nonce == null),
  });
  if (promiseOf(seed) !== commitment || (part && part.commitment !== commitment))
    return found('dealSeed');
  if (wrong.length) return found('dealPart', wrong);
  if (part?.shown && !mine) return found('dealMissing');
  return changed.length ? found('dealChanged', changed) : found(null);
}
