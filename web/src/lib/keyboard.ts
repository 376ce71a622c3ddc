/** A frame as high as what can be seen of it. A phone's keyboard lies over the page and leaves its
 * height as it was, so that what stands at the bottom would be below it. */
import type { Attachment } from 'svelte/attachments';

const LOW = 512; // less than that is for one thing at a time

export const aboveKeyboard =
  (tell: (low: boolean) => void): Attachment<HTMLElement> =>
  (node) => {
    const seen = window.visualViewport;
    if (!seen) return;
    const fit = (): void => {
      const high = seen.height * seen.scale; // magnified, it shows a part of what is there
      tell(high < LOW);
      if (window.innerHeight - high > 100) {
        node.style.setProperty('--seen', `${Math.round(high)}px`);
        window.scrollTo(0, 0); // a browser moves the page up instead
      } else node.style.removeProperty('--seen');
    };
    fit();
    seen.addEventListener('resize', fit);
    return () => seen.removeEventListener('resize', fit);
  };
