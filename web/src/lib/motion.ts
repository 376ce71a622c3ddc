/** Things that move on the table. Nobody who asked for less motion sees any. */
export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const place = (name: string): Element | null =>
  document.querySelector(`[data-place="${CSS.escape(name)}"]`);

const middle = (box: DOMRect): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];

/** Let copies of a shape travel from one named place (`data-place`) to another; resolves when they
 * have arrived. The shapes are decoration: what is true is shown by the places themselves. */
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
  const moves = Array.from({ length: Math.min(count, 12) }, (_, i) => {
    const coin = document.createElement('span');
    coin.className = `flying ${shape}`;
    coin.setAttribute('aria-hidden', 'true');
    document.body.append(coin);
    const bow = (i % 2 ? 1 : -1) * (12 + 6 * i);
    const move = coin.animate(
      [
        { transform: `translate(${x0}px, ${y0}px) scale(0.7)`, opacity: 0.2 },
        {
          transform: `translate(${(x0 + x1) / 2 + bow}px, ${(y0 + y1) / 2 - 24}px) scale(1.15)`,
          opacity: 1,
          offset: 0.5,
        },
        { transform: `translate(${x1}px, ${y1}px) scale(0.8)`, opacity: 0.9 },
      ],
      { duration, delay: i * 70, easing: 'ease-in-out', fill: 'both' },
    );
    return move.finished.catch(() => undefined).finally(() => coin.remove());
  });
  await Promise.all(moves);
}

/** A moment, unless nothing moves. */
export const pause = (ms: number): Promise<void> =>
  new Promise((done) => setTimeout(done, still() ? 0 : ms));
