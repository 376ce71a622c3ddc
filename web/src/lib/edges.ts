/** A line that is scrolled sideways fades where more of it is out of sight (`.edges`). */
import type { Attachment } from 'svelte/attachments';

export const edges: Attachment<HTMLElement> = (node) => {
  const look = (): void => {
    const left = node.scrollWidth - node.clientWidth - node.scrollLeft;
    node.toggleAttribute('data-before', node.scrollLeft > 1);
    node.toggleAttribute('data-after', left > 1);
  };
  const sizes = new ResizeObserver(look);
  const content = new MutationObserver(look);
  sizes.observe(node);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  node.addEventListener('scroll', look, { passive: true });
  return () => {
    sizes.disconnect();
    content.disconnect();
    node.removeEventListener('scroll', look);
  };
};
