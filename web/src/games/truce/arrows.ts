/** Where arrows run between seats: bowed, so that two of them never hide each other, and cut off at
 * the edges of the seats. */
import type { Box } from '../../lib/bubble';

interface Point {
  x: number;
  y: number;
}
export interface Curve {
  d: string;
  /** The tip, and its direction in degrees. */
  tip: Point;
  turn: number;
  /** Where a label goes: beside the seat that it starts from, which has one arrow only. */
  label: Point;
}
const BOW = 0.13;
const INWARD = 0.6;
const STEPS = 40;
const GAP = 3;
const LABEL = 22;

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });
const inside = (p: Point, box: Box, gap: number): boolean =>
  p.x > box.x - gap &&
  p.x < box.x + box.width + gap &&
  p.y > box.y - gap &&
  p.y < box.y + box.height + gap;

/** `middle` is the middle of a ring, towards which arrows bow so that they miss other seats. */
export function curve(from: Box, to: Box, middle: Point | null = null): Curve {
  const [a, c] = [centre(from), centre(to)];
  const half = { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 };
  const bow = middle ? BOW / 2 : BOW;
  const b = {
    x: half.x + (a.y - c.y) * bow + (middle ? (middle.x - half.x) * INWARD : 0),
    y: half.y + (c.x - a.x) * bow + (middle ? (middle.y - half.y) * INWARD : 0),
  };
  const blossom = (s: number, t: number): Point => ({
    x: (1 - s) * (1 - t) * a.x + (s + t - 2 * s * t) * b.x + s * t * c.x,
    y: (1 - s) * (1 - t) * a.y + (s + t - 2 * s * t) * b.y + s * t * c.y,
  });
  let [start, end] = [0, 1];
  while (start < 0.45 && inside(blossom(start, start), from, GAP)) start += 1 / STEPS;
  while (end > 0.55 && inside(blossom(end, end), to, GAP + 4)) end -= 1 / STEPS;
  const [p, q, tip] = [blossom(start, start), blossom(start, end), blossom(end, end)];
  const label = start + Math.min(0.5 * (end - start), LABEL / Math.hypot(c.x - a.x, c.y - a.y));
  return {
    d: `M${round(p.x)} ${round(p.y)}Q${round(q.x)} ${round(q.y)} ${round(tip.x)} ${round(tip.y)}`,
    tip: { x: round(tip.x), y: round(tip.y) },
    turn: round((Math.atan2(tip.y - q.y, tip.x - q.x) * 180) / Math.PI),
    label: blossom(label, label),
  };
}

const round = (n: number): number => Math.round(n * 10) / 10;
