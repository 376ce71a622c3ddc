/** The mask of a seat: outline, pattern and colour, each counted round by seat. Their numbers share no
 * factor, so that among fourteen seats no two have more than one of the three in common, and no mask
 * comes twice below 280 seats. Nothing but the seat's number and who sits there, a person or a bot,
 * decides what is drawn. */
export type Theme = 'light' | 'dark';

/** Far enough apart for every kind of eye, and from the page: see tests/masks.test.ts. */
const COLOURS: readonly Record<Theme, string>[] = [
  { light: '#af6367', dark: '#ffb3a7' }, // rose
  { light: '#8748e2', dark: '#a47bfd' }, // violet
  { light: '#2e7040', dark: '#56a76d' }, // green
  { light: '#520d2f', dark: '#c283a4' }, // wine
  { light: '#887a12', dark: '#feef7d' }, // brass
  { light: '#13898a', dark: '#77fdfa' }, // teal
  { light: '#6e4101', dark: '#e57514' }, // amber
  { light: '#002d82', dark: '#96c0f5' }, // blue
];

/** In a box of 32 by 32, with the eyes in the same place for all. */
const OUTLINES = {
  columbina:
    'M1 9C7 6 13 7 16 9.5C19 7 25 6 31 9C31 19 28 24 22 24C19 24 18 21 16 21C14 21 13 24 10 24C4 24 1 19 1 9Z',
  bauta: 'M4 4H28V17L24.5 20L27 30H5L7.5 20L4 17Z',
  volto: 'M16 1C24 1 29 7 29 14C29 23 22 31 16 31C10 31 3 23 3 14C3 7 8 1 16 1Z',
  doctor: 'M3 7C8 2 24 2 29 7C31 14 27 20 21 20.5L16 32L11 20.5C5 20 1 14 3 7Z',
  cat: 'M4 1L12 6.5H20L28 1L30 14C30 22 23 27 16 27C9 27 2 22 2 14Z',
  jester:
    'M4 24C2 18 1 9 2 3C6 5 9 7 11 10C12 6 14 3 16 0C18 3 20 6 21 10C23 7 26 5 30 3C31 9 30 18 28 24C24 29 8 29 4 24Z',
  moth: 'M16 10C13 5 6 2 0 3C0 9 2 13 4 16C2 20 4 26 8 28C12 28 14.5 25 16 21C17.5 25 20 28 24 28C28 26 30 20 28 16C30 13 32 9 32 3C26 2 19 5 16 10Z',
} as const;
export type Shape = keyof typeof OUTLINES;

/** Holes in the outline, and the brow above them: almonds for people, lenses for bots. */
const FACES = {
  person: {
    eyes: 'M6 15.5C8 12 12.5 12 14 16C11.5 18.5 7.5 18 6 15.5ZM26 15.5C24 12 19.5 12 18 16C20.5 18.5 24.5 18 26 15.5Z',
    brow: 'M6.5 11.5Q10 8.5 13.5 12M25.5 11.5Q22 8.5 18.5 12',
  },
  bot: {
    eyes: 'M7 15a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0ZM18.4 15a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0Z',
    brow: 'M7 10H13.5M18.5 10H25',
  },
} as const;
export type Kind = keyof typeof FACES;

/** As a dash, a pattern tells arrows apart: lengths drawn and left out along the line. */
const PATTERNS = {
  plain: '',
  stripes: '7 7',
  dots: '0 7',
  chevrons: '12 5 2 5',
  checks: '3 4',
} as const;
export type Pattern = keyof typeof PATTERNS;

const around = <T>(list: readonly T[], seat: number): T => list[seat % list.length]!;

export const seatColour = (seat: number, theme: Theme): string => around(COLOURS, seat)[theme];
/** The same for a sheet of styles, which knows the theme. */
export const seatInk = (seat: number): string =>
  `light-dark(${seatColour(seat, 'light')}, ${seatColour(seat, 'dark')})`;
export const seatShape = (seat: number): Shape => around(Object.keys(OUTLINES) as Shape[], seat);
export const seatPattern = (seat: number): Pattern =>
  around(Object.keys(PATTERNS) as Pattern[], seat);
export const seatDash = (seat: number): string => PATTERNS[seatPattern(seat)];

/** From here on so many masks are around that each has its number on it. */
export const NUMBERED = 14;

export function drawing(seat: number, kind: Kind): { face: string; brow: string } {
  const { eyes, brow } = FACES[kind];
  return { face: OUTLINES[seatShape(seat)] + eyes, brow };
}
