/** What follows from public facts: the track of costs, the order of opportunities, how far an Event
 * has come, and why an ability cannot be used. */
import type { Ability, Part, View } from './cards';

export type Cell = 'rep' | 'paid' | 'next' | 'free';

/** The five columns of a seat's Accusation Cost Card (AC-72, AC-73, AC-120): BAD REP from the left,
 * then what was paid this round, then the column of the next accusation. */
export const track = (rep: number, made: number): Cell[] =>
  Array.from({ length: 5 }, (_, i) => {
    if (i < rep) return 'rep';
    if (i < rep + made) return 'paid';
    return i === rep + made ? 'next' : 'free';
  });

export type Turn = 'had' | 'now' | 'next';

/** Opportunities from the Speaker on (AC-70). */
export function queue(view: View): { seat: number; turn: Turn }[] {
  const event = view.event;
  if (!event || !accusing(view)) return [];
  const n = view.tokens.length;
  const order = Array.from({ length: n }, (_, i) => (event.start + i) % n);
  return order
    .filter((seat) => view.active.includes(seat))
    .map((seat) => ({
      seat,
      turn: seat === event.holder ? 'now' : event.had.includes(seat) ? 'had' : 'next',
    }));
}

const ACCUSING = ['next_turn', 'turn', 'payment', 'answer', 'last', 'success'];
// `batch.then`: the step of the rules after it; the World card comes after the income (AC-24), and
// the others are those with which an Accusation Phase goes on
const WORLD_CARD = 2;
const FIRST_STEP = 12;
const LAST_STEP = 16;

/** Whether the choices of a batch are those of the income, and not of an ability. */
export const paysIncome = (batch: View['batch']): boolean => batch?.then === WORLD_CARD;

/** Whether an Accusation Phase is under way, also while an ability or a failure is carried out. */
export function accusing(view: View): boolean {
  if (ACCUSING.includes(view.phase)) return true;
  const then = view.phase === 'batch' && view.event ? (view.batch?.then ?? 0) : 0;
  return then >= FIRST_STEP && then <= LAST_STEP;
}

export type Progress = 'todo' | 'now' | 'done';

/** How far the parts of the Event under way have come (AC-43); Success and Failure are one block. */
export function progress(view: View, parts: readonly Part[]): Progress[] {
  const event = view.event;
  if (!event || view.phase === 'reveal') return parts.map(() => 'todo');
  const block = (i: number): boolean =>
    parts[i]?.section === 'success' || parts[i]?.section === 'failure';
  return parts.map((_, i) => {
    if (i < event.part) return 'done';
    if (i === event.part) return 'now';
    const together = parts.slice(event.part, i + 1).every((_, k) => block(event.part + k));
    return together ? 'now' : 'todo';
  });
}

/** Which effect of the part under way is being carried out, or none. */
export const lineNow = (view: View): number | null =>
  view.event && view.event.lines >= 0 && view.event.line > 0 ? view.event.line - 1 : null;

export type Suspect = 'open' | 'cleared' | 'locked' | 'accused' | 'known' | 'self' | 'gone';

/** What everybody knows of a seat's part in the Event under way. */
export function suspect(view: View, seat: number, by: number): Suspect {
  const event = view.event;
  if (!view.active.includes(seat)) return 'gone';
  if (seat === by) return 'self';
  if (event?.cleared.includes(seat)) return 'cleared';
  if (event?.accused === seat) return 'accused';
  const lock = event?.locks[seat] ?? null;
  if (lock !== null && lock !== by) return 'locked';
  return view.known[seat] != null ? 'known' : 'open';
}

const WINDOWS = ['open', 'plan', 'reveal', 'last'];

/** The code of the reason why a seat cannot use an ability now, as `legal.py` gives it; for one that
 * it can use, null. `legal` are those that the question offers. */
export function whyNot(
  view: View,
  seat: number,
  ability: Ability,
  index: number,
  legal: ReadonlySet<string>,
  fast = false,
): string | null {
  if (legal.has(ability.id)) return null;
  if (ability.when === 'accused') return 'not_accused';
  const phase = view.phase;
  if (ability.when === 'plan' && phase !== 'plan') return 'only_plan';
  if (ability.when === 'reveal' && phase !== 'reveal') return 'only_reveal';
  if (phase === 'last' && ability.id !== 'pressure') return 'only_speaker';
  const mine = phase === 'turn' && view.event?.holder === seat;
  if (!mine && !WINDOWS.includes(phase)) return 'not_now';
  if (fast && phase === 'reveal' && ability.when === 'any') return 'not_now';
  const at = 'MEDIR'.indexOf(ability.ministry);
  if ((view.tokens[seat]?.[at] ?? 0) < ability.cost) return 'unaffordable';
  if (ability.limit === 'round' && ((view.used[seat] ?? 0) >> index) & 1) return 'once_a_round';
  return 'pointless';
}

/** The ministry that an Event measures a majority on, and the least that counts. */
export function majority(part: Part): { letter: string; least: number } | null {
  for (const [op, condition] of part.effects) {
    if (op !== 'if' || !Array.isArray(condition) || condition[0] !== 'most') continue;
    return { letter: String(condition[1]), least: Number(condition[2]) };
  }
  return null;
}

/** How much BAD REP a list of effects gives. */
export const repOf = (part: Part | undefined): number =>
  (part?.effects ?? []).reduce((sum, [op, n]) => (op === 'rep' ? sum + Number(n) : sum), 0);
