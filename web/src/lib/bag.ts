/** Cards of which several may be equal: they count one by one. */

/** Those of some cards that these hold. */
export function within(cards: readonly string[], some: readonly string[]): string[] {
  const left = [...cards];
  return some.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Whether these cards hold all of those. */
export const holds = (cards: readonly string[], some: readonly string[]): boolean =>
  within(cards, some).length === some.length;

/** Which places of a hand hold these faces. */
export function places(hand: readonly string[], faces: readonly string[]): Set<number> {
  const left = [...faces];
  const found = new Set<number>();
  hand.forEach((face, i) => {
    const at = left.indexOf(face);
    if (at < 0) return;
    left.splice(at, 1);
    found.add(i);
  });
  return found;
}
