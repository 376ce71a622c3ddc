/** A `<details>` that is a menu: Escape closes it, and so does a tap beside it. */
import type { Attachment } from 'svelte/attachments';

export const menu: Attachment<HTMLDetailsElement> = (node) => {
  const tap = (event: Event): void => {
    if (!node.contains(event.target as Node)) node.open = false;
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !node.open) return;
    node.open = false;
    node.querySelector('summary')?.focus();
    event.stopPropagation(); // it closes the menu and nothing else
  };
  document.addEventListener('pointerdown', tap);
  document.addEventListener('keydown', key, { capture: true });
  return () => {
    document.removeEventListener('pointerdown', tap);
    document.removeEventListener('keydown', key, { capture: true });
  };
};
