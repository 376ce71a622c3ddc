/** Dragging with mouse, pen or finger: a copy follows the pointer, places that take it light up, and
 * letting go over one of them does what a click would do. A place is `data-drop="name"`. */
import type { Attachment } from 'svelte/attachments';
import { zoom } from './zoom.svelte';

/** What letting go over a named place does. */
export type Drops = Record<string, () => void>;
const FAR = 8; // pixels until it is a drag and no click

export const draggable =
  (drops: Drops): Attachment<HTMLElement> =>
  (node) => {
    const names = Object.keys(drops);
    if (!names.length) return;
    let start: { x: number; y: number; id: number } | null = null;
    let ghost: HTMLElement | null = null;
    let over: HTMLElement | null = null;

    const target = (x: number, y: number): HTMLElement | null => {
      let here = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null;
      while (here && !names.includes(here.dataset.drop!))
        here = here.parentElement?.closest<HTMLElement>('[data-drop]') ?? null;
      return here;
    };
    const light = (next: HTMLElement | null): void => {
      if (over === next) return;
      over?.removeAttribute('data-over');
      next?.setAttribute('data-over', '');
      over = next;
    };
    const lift = (): void => {
      const box = node.getBoundingClientRect();
      ghost = node.cloneNode(true) as HTMLElement;
      ghost.classList.add('ghost');
      ghost.setAttribute('aria-hidden', 'true');
      ghost.removeAttribute('data-place');
      ghost.style.width = `${box.width}px`;
      ghost.style.height = `${box.height}px`;
      ghost.style.left = `${box.left}px`;
      ghost.style.top = `${box.top}px`;
      document.body.append(ghost);
      node.classList.add('lifted');
      zoom.hide();
    };
    const end = (): void => {
      start = null;
      light(null);
      ghost?.remove();
      ghost = null;
      node.classList.remove('lifted');
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      node.setPointerCapture(start.id); // a quick hand has left it before it has moved far
    };
    const move = (event: PointerEvent): void => {
      if (!start || event.pointerId !== start.id) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!ghost && Math.hypot(dx, dy) > FAR) lift();
      if (!ghost) return;
      ghost.style.translate = `${dx}px ${dy}px`;
      light(target(event.clientX, event.clientY));
    };
    const up = (): void => {
      const dragged = ghost !== null;
      const act = over && drops[over.dataset.drop!];
      end();
      if (!dragged) return;
      const stop = (click: MouseEvent): void => click.stopImmediatePropagation();
      node.addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => node.removeEventListener('click', stop, true));
      act?.();
    };
    const no = (event: Event): void => event.preventDefault();
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', end);
    node.addEventListener('dragstart', no);
    return () => {
      end();
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', end);
      node.removeEventListener('dragstart', no);
    };
  };
