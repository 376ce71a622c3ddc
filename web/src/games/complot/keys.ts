/** Arrow keys walk over the table: left and right along a line of cards, up and down between lines.
 * A line is `data-line`. */
const lines = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-line]')]
    .filter((line) => line.querySelector('button'))
    .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);

const cards = (line: HTMLElement): HTMLElement[] => [
  ...line.querySelectorAll<HTMLElement>('button:not(:disabled)'),
];

export function walk(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.key.startsWith('Arrow')) return;
  const here = (event.target as Element).closest<HTMLElement>('[data-line] button');
  const line = here?.closest<HTMLElement>('[data-line]');
  if (!here || !line) return;
  event.preventDefault();
  const row = cards(line);
  const at = row.indexOf(here);
  if (event.key === 'ArrowLeft') row[at - 1]?.focus();
  else if (event.key === 'ArrowRight') row[at + 1]?.focus();
  else {
    const all = lines();
    const next = all[all.indexOf(line) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next) nearest(cards(next), here).focus();
  }
}

/** Before the table is drawn anew: remember where the focus is, and put it on what takes that place
 * afterwards. A card that was played is gone, but the hand is not left. */
export function keepFocus(drawn: Promise<void>): void {
  const here = document.activeElement;
  const line = here?.closest<HTMLElement>('[data-line]');
  if (!line) return;
  const at = cards(line).indexOf(here as HTMLElement);
  void drawn.then(() => {
    if (document.activeElement !== document.body) return;
    const left = line.isConnected ? cards(line) : [];
    const next = left[Math.min(at, left.length - 1)] ?? document.querySelector('.acts button');
    (next as HTMLElement | null)?.focus({ preventScroll: true });
  });
}

function nearest(row: HTMLElement[], to: HTMLElement): HTMLElement {
  const middle = (node: HTMLElement): number => {
    const box = node.getBoundingClientRect();
    return box.x + box.width / 2;
  };
  const x = middle(to);
  return row.reduce((best, node) =>
    Math.abs(middle(node) - x) < Math.abs(middle(best) - x) ? node : best,
  );
}
