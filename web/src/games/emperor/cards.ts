/** The twelve ability cards, in the order of the deck, with the strokes of their signs. */
export const CARDS = {
  transposition: 'M4 9h14l-3.5-3.5M20 15H6l3.5 3.5',
  condemn: 'M12 3v12M8 12.5h8M12 15v6M10.5 21h3',
  self_clearance:
    'M12 3l7 2.5v5.5c0 5-3 8-7 10-4-2-7-5-7-10V5.5zM12 8.6v.1M9.3 14.5c.6-2.6 4.8-2.6 5.4 0',
  clearance: 'M12 3l7 2.5v5.5c0 5-3 8-7 10-4-2-7-5-7-10V5.5zM8.7 12l2.3 2.4 4.3-4.6',
  counter:
    'M12 3l7 2.5v5.5c0 5-3 8-7 10-4-2-7-5-7-10V5.5zM15.5 14v-3.5H8.7l2.4-2.4M8.7 10.5l2.4 2.4',
  swap: 'M4 4h7v10H4zM13 10h7v10h-7zM14.5 4H18a1.5 1.5 0 0 1 1.5 1.5V7M9.5 20H6a1.5 1.5 0 0 1-1.5-1.5V17',
  investigation: 'M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M14.5 14.5L20 20M7.5 10h5',
  reveal:
    'M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6M12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 0 0 0-5.6',
  guarding: 'M7 3v18M7 13h10v8M17 13v-3',
  accuse: 'M4 10v4h4l7 4V6l-7 4zM18 9.5c1.2 1.4 1.2 3.6 0 5',
  reverse: 'M19 12a7 7 0 1 1-2.2-5.1M17 3v4h-4',
  steal: 'M7 9h10l2 11H5zM9 9V7.5a3 3 0 0 1 6 0V9',
} as const;

export type CardName = keyof typeof CARDS;

/** EM-11: how many of each are in the deck. */
export const COPIES: Record<CardName, number> = {
  transposition: 8,
  condemn: 5,
  self_clearance: 4,
  clearance: 3,
  counter: 2,
  swap: 1,
  investigation: 2,
  reveal: 2,
  guarding: 1,
  accuse: 1,
  reverse: 1,
  steal: 1,
};

/** EM-31: may be cast in a window. */
const INSTINCTS: ReadonlySet<string> = new Set([
  'self_clearance',
  'clearance',
  'counter',
  'guarding',
  'accuse',
  'reverse',
]);
export const isInstinct = (card: string): boolean => INSTINCTS.has(card);
/** What can answer a Condemn, in the order in which an absent player would. */
export const BLOCKS = ['self_clearance', 'counter', 'clearance'] as const;
export const isBlock = (card: string): boolean => (BLOCKS as readonly string[]).includes(card);
