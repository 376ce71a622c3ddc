/** Where a bubble goes: beside what it points at, never over it, nor over what must stay free; over the
 * log, where there is always room for it, if there is none nearer. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}
const GAP = 14;
const EDGE = 8;

export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** The smallest box around some. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

const TABLE = 0.01; // covering the table is worse than being far away, and better than all else

/** The first place that covers least of the targets, then least of what should stay free, then least
 * of the table, where there is a side that it could lie over instead. */
export function beside(
  targets: readonly Box[],
  bubble: Size,
  view: Size,
  free: readonly Box[] = [],
  side: { at: Box; table: readonly Box[] } | null = null,
): { x: number; y: number } {
  const right = view.width - bubble.width - EDGE;
  const low = view.height - bubble.height - EDGE;
  const middle = (view.width - bubble.width) / 2;
  const all = around(targets);
  const spots: [number, number][] = [
    ...(all ? [all, ...targets].flatMap((box) => next(box, bubble)) : []),
    ...(all && side ? [over(side.at, all, bubble)] : []),
    [middle, view.height * 0.2],
    [middle, EDGE],
    [middle, low],
    [EDGE, EDGE],
    [right, EDGE],
    [EDGE, low],
    [right, low],
    ...(side ? [over(side.at, side.at, bubble)] : []),
  ];
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  for (const [x, y] of spots) {
    const at = {
      x: Math.max(EDGE, Math.min(x, right)),
      y: Math.max(EDGE, Math.min(y, low)),
      ...bubble,
    };
    const covered =
      1000 * sum(targets, (box) => overlap(at, box)) +
      sum(free, (box) => overlap(at, box)) +
      TABLE * sum(side?.table ?? [], (box) => overlap(at, box));
    if (covered < least) {
      least = covered;
      best = at;
    }
  }
  return { x: best.x, y: best.y };
}

/** Below a box, above it, to its right and to its left. */
function next(box: Box, bubble: Size): [number, number][] {
  const level = box.x + box.width / 2 - bubble.width / 2;
  const height = box.y + box.height / 2 - bubble.height / 2;
  return [
    [level, box.y + box.height + GAP],
    [level, box.y - bubble.height - GAP],
    [box.x + box.width + GAP, height],
    [box.x - bubble.width - GAP, height],
  ];
}

/** In the middle of the side, level with what it points at. */
const over = (side: Box, target: Box, bubble: Size): [number, number] => [
  side.x + (side.width - bubble.width) / 2,
  target.y + target.height / 2 - bubble.height / 2,
];

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
