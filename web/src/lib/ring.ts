/** Where seats go around a table, and what lies between them. Percentages of the table's box; seat 0
 * is at the bottom, the others follow clockwise. */
export interface Spot {
  x: number;
  y: number;
}
export interface Places {
  seats: Spot[];
  /** Between seat i and the next one. */
  between: Spot[];
  /** Before seat i, towards the centre. */
  front: Spot[];
}

const WIDTH = 42; // half axes of the table on which seats sit
const HEIGHT = 41;
const BULGE = 2.6; // 2 would be an ellipse; more has more room in its corners
const STEPS = 720;

/** Seats around an oval, equally far from each other along it; `aspect` is width over height. */
export function round(count: number, aspect: number): Places {
  const many = count > 9;
  const spots = Array.from({ length: STEPS + 1 }, (_, i) => oval(i / STEPS));
  const walk = [0];
  for (let i = 1; i <= STEPS; i++) {
    const [one, two] = [spots[i - 1]!, spots[i]!];
    walk.push(
      walk[i - 1]! + Math.hypot((two.x - one.x) * WIDTH * aspect, (two.y - one.y) * HEIGHT),
    );
  }
  const at = (part: number, reach: number): Spot => {
    const goal = part * walk[STEPS]!;
    const spot = spots[walk.findIndex((length) => length >= goal - 1e-9)]!;
    return { x: 50 + reach * WIDTH * spot.x, y: 50 + reach * HEIGHT * spot.y };
  };
  const inside = many ? 0.98 : 0.88;
  const front = many ? 0.71 : 0.66;
  const parts = Array.from({ length: count }, (_, i) => i / count);
  return {
    seats: parts.map((part) => at(part, 1)),
    between: parts.map((part) => at(part + 0.5 / count, inside)),
    front: parts.map((part) => at(part, front)),
  };
}

/** A fraction of the way round the oval of radius 1, from the bottom, clockwise. */
function oval(part: number): Spot {
  const turn = part * 2 * Math.PI + Math.PI / 2;
  const bulge = (n: number): number => Math.sign(n) * Math.abs(n) ** (2 / BULGE);
  return { x: bulge(Math.cos(turn)), y: bulge(Math.sin(turn)) };
}

const COLUMN = 14.5; // the middle of the left column of a loop
const GUTTER = 32.5; // beside it, towards the centre

/** How many rows a loop has. */
export const loopRows = (count: number): number => Math.floor(count / 2) + 1;

/** Seats up the left side and down the right one, for narrow screens; with an even number one is at
 * the top. */
export function loop(count: number): Places {
  const side = Math.floor((count - 1) / 2);
  const top = (count - 1) % 2;
  const rows = loopRows(count);
  const row = (n: number): number => ((n + 0.5) * 100) / rows;
  const seats: Spot[] = [{ x: 50, y: row(rows - 1) }];
  for (let i = 0; i < side; i++) seats.push({ x: COLUMN, y: row(rows - 2 - i) });
  if (top) seats.push({ x: 50, y: row(0) });
  for (let i = 0; i < side; i++) seats.push({ x: 100 - COLUMN, y: row(top + i) });
  const between = seats.map((one, i) => {
    const two = seats[(i + 1) % count]!;
    if (one.x === two.x) {
      return { x: one.x < 50 ? GUTTER : 100 - GUTTER, y: (one.y + two.y) / 2 };
    }
    const middle = one.x === 50 ? one : two.x === 50 ? two : null;
    if (middle === null) return { x: 50, y: one.y }; // nobody at the top
    return { x: one.x === 50 ? two.x : one.x, y: middle.y }; // the empty corner
  });
  return { seats, between, front: [] };
}
