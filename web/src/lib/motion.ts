/** Things that move on the table. Nobody who asked for less motion sees any. */
export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const place = (name: string): Element | null =>
  document.querySelector(`[data-place="${CSS.escape(name)}"]`);

const middle = (box: DOMRect): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];

const moving = new Set<Animation>();
const MOST = 12; // shapes of one move

/** A shape over the page while it is animated; the shape is decoration, and goes when it is done. */
async function show(shape: string, frames: Keyframe[], timing: KeyframeAnimationOptions) {
  const thing = document.createElement('span');
  thing.className = `flying ${shape}`;
  thing.setAttribute('aria-hidden', 'true');
  document.body.append(thing);
  const move = thing.animate(frames, { easing: 'ease-in-out', fill: 'both', ...timing });
  moving.add(move);
  await move.finished.catch(() => undefined);
  moving.delete(move);
  thing.remove();
}

/** Let copies of a shape travel from one named place (`data-place`) to another; resolves when they
 * have arrived. What is true is shown by the places themselves. */
export async function travel(
  from: string,
  to: string,
  shape: string,
  count = 1,
  duration = 600,
): Promise<void> {
  const start = place(from);
  const end = place(to);
  if (still() || !start || !end || document.hidden) return;
  const [x0, y0] = middle(start.getBoundingClientRect());
  const [x1, y1] = middle(end.getBoundingClientRect());
  const moves = Array.from({ length: Math.min(count, MOST) }, (_, i) => {
    const bow = (i % 2 ? 1 : -1) * (12 + 6 * i);
    const frames = [
      { transform: `translate(${x0}px, ${y0}px) scale(0.7)`, opacity: 0.2 },
      {
        transform: `translate(${(x0 + x1) / 2 + bow}px, ${(y0 + y1) / 2 - 24}px) scale(1.15)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(${x1}px, ${y1}px) scale(0.8)`, opacity: 0.9 },
    ];
    return show(shape, frames, { duration, delay: i * 70 });
  });
  await Promise.all(moves);
}

/** Let copies of a shape leave a named place for good: they rise and fade. */
export async function vanish(
  from: string,
  shape: string,
  count = 1,
  duration = 900,
): Promise<void> {
  const start = place(from);
  if (still() || !start || document.hidden) return;
  const [x, y] = middle(start.getBoundingClientRect());
  const moves = Array.from({ length: Math.min(count, MOST) }, (_, i) => {
    const aside = (i % 2 ? 1 : -1) * 9 * Math.ceil(i / 2);
    const frames = [
      { transform: `translate(${x + aside}px, ${y}px)`, opacity: 1, filter: 'none' },
      {
        transform: `translate(${x + aside * 1.6}px, ${y - 46}px) scale(0.6)`,
        opacity: 0,
        filter: 'grayscale(1)',
      },
    ];
    return show(shape, frames, { duration, delay: i * 60 });
  });
  await Promise.all(moves);
}

/** Bring everything that moves to its end at once. */
export function settle(): void {
  for (const move of moving) move.finish();
}

/** A moment, unless nothing moves. */
export const pause = (ms: number): Promise<void> =>
  new Promise((done) => setTimeout(done, still() ? 0 : ms));
