/** A closer look at a card: rest the mouse on it, hold it with a finger, or press Z. It lies above
 * everything and catches no click, so that nothing blocks it and it blocks nothing. */
import type { Attachment } from 'svelte/attachments';

const REST = 450; // milliseconds until a look is meant

class Zoom {
  card = $state<string | null>(null);
  note = $state('');
  at = $state.raw<DOMRect | null>(null);

  show(node: Element, card: string, note = ''): void {
    this.card = card;
    this.note = note;
    this.at = node.getBoundingClientRect();
  }

  hide = (): void => {
    this.card = null;
  };
}
export const zoom = new Zoom();

/** `note` says what the card can do now, or why it cannot. */
export const zoomable =
  (card: string, note: string): Attachment<HTMLElement> =>
  (node) => {
    let timer = 0;
    let held = false; // a long look is no click
    const look = (): void => zoom.show(node, card, note);
    const later = (then: () => void): void => {
      clearTimeout(timer);
      timer = window.setTimeout(then, REST);
    };
    const enter = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse' && !event.buttons) later(look);
    };
    const leave = (event: PointerEvent): void => {
      clearTimeout(timer);
      if (event.pointerType === 'mouse') zoom.hide();
    };
    const down = (event: PointerEvent): void => {
      clearTimeout(timer);
      held = false;
      zoom.hide();
      if (event.pointerType === 'mouse') return;
      later(() => {
        held = true;
        look();
      });
    };
    const up = (): void => clearTimeout(timer);
    const click = (event: MouseEvent): void => {
      if (!held) return;
      held = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    const menu = (event: Event): void => {
      if (held) event.preventDefault();
    };
    const blur = (): void => queueMicrotask(zoom.hide); // it may leave while the page is drawn
    const key = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (zoom.card === card) zoom.hide();
      else look();
    };
    node.addEventListener('pointerenter', enter);
    node.addEventListener('pointerleave', leave);
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', up);
    node.addEventListener('click', click, true);
    node.addEventListener('contextmenu', menu);
    node.addEventListener('keydown', key);
    node.addEventListener('blur', blur);
    return () => {
      clearTimeout(timer);
      node.removeEventListener('pointerenter', enter);
      node.removeEventListener('pointerleave', leave);
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
      node.removeEventListener('click', click, true);
      node.removeEventListener('contextmenu', menu);
      node.removeEventListener('keydown', key);
      node.removeEventListener('blur', blur);
    };
  };
