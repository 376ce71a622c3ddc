/** A text of a card with the signs of Assertion and Reach in the place of the words, so that all of it
 * stands on a small face: `Rally: +2 Reach` as three parts. */
export type Piece = { text: string; sign?: 'assertion' | 'reach' };

export function signed(text: string, words: Record<'assertion' | 'reach', string>): Piece[] {
  const out: Piece[] = [];
  const either = new RegExp(`(\\d+)\\s(?:(${words.assertion})|(${words.reach}))`, 'giu');
  let from = 0;
  for (const found of text.matchAll(either)) {
    const [all, number, assertion] = found;
    out.push({
      text: text.slice(from, found.index) + number!,
      sign: assertion ? 'assertion' : 'reach',
    });
    from = found.index + all.length;
  }
  return from < text.length ? [...out, { text: text.slice(from) }] : out;
}
