/** Influence cards as the server writes them: 7♥, JkR; where suits are hidden, 7R. */
export type Colour = 'R' | 'B' | 'N';
export type Sign = 'heart' | 'diamond' | 'club' | 'spade' | 'ring';

export interface Influence {
  rank: string;
  colour: Colour;
  sign: Sign;
  /** No suit is printed on it: a Joker, or a table that hides suits. */
  plain: boolean;
}

const SUITS: Record<string, [Sign, Colour]> = {
  '♥': ['heart', 'R'],
  '♦': ['diamond', 'R'],
  '♣': ['club', 'B'],
  '♠': ['spade', 'B'],
};

/** Colours have a shape of their own, on policies and networks too. */
export const SIGNS: Record<Colour, Sign> = { R: 'diamond', B: 'spade', N: 'ring' };

export const TONES = { R: 'red', B: 'black', N: 'ink' } as const;

export function read(face: string): Influence {
  const last = face.slice(-1);
  const rank = face.slice(0, -1);
  const suit = SUITS[last];
  if (suit) return { rank, sign: suit[0], colour: suit[1], plain: false };
  const colour = last as Colour;
  return { rank, colour, sign: SIGNS[colour], plain: true };
}
