/** Where a bubble goes: beside what it points at, never over it if there is room anywhere. */
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

/** The first place that covers least of the target, and then least of what should stay free. */
export function beside(
  target: Box | null,
  bubble: Size,
  view: Size,
  free: readonly Box[] = [],
): { x: number; y: number } {
  const right = view.width - bubble.width - EDGE;
  const low = view.height - bubble.height - EDGE;
  const middle = (view.width - bubble.width) / 2;
  const spots: [number, number][] = [
    [middle, view.height * 0.2],
    [middle, EDGE],
    [middle, low],
    [EDGE, EDGE],
    [right, EDGE],
    [EDGE, low],
    [right, low],
  ];
  if (target) {
    const level = target.x + target.width / 2 - bubble.width / 2;
    const height = target.y + target.height / 2 - bubble.height / 2;
    spots.splice(
      0,
      1,
      [level, target.y + target.height + GAP],
      [level, target.y - bubble.height - GAP],
      [target.x + target.width + GAP, height],
      [target.x - bubble.width - GAP, height],
    );
  }
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  for (const [x, y] of spots) {
    const at = {
      x: Math.max(EDGE, Math.min(x, right)),
      y: Math.max(EDGE, Math.min(y, low)),
      ...bubble,
    };
    const covered =
      (target ? 1000 * overlap(at, target) : 0) + sum(free, (box) => overlap(at, box));
    if (covered < least) {
      least = covered;
      best = at;
    }
  }
  return { x: best.x, y: best.y };
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
