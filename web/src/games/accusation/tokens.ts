/** The five Ministries, and choices of tokens: `alloc MMD` as five counts. */
export type Letter = 'M' | 'E' | 'D' | 'I' | 'R';
export const LETTERS: readonly Letter[] = ['M', 'E', 'D', 'I', 'R'];

export type Counts = number[];
export const TOKEN_KINDS = ['alloc', 'shed', 'strip', 'spread', 'pay', 'payment'];

export const sum = (counts: Counts): number => counts.reduce((a, b) => a + b, 0);

export const read = (act: string): Counts => {
  const letters = act.split(' ')[1] ?? '';
  return LETTERS.map((letter) => letters.split(letter).length - 1);
};

export const write = (verb: string, counts: Counts): string =>
  `${verb} ${LETTERS.map((letter, i) => letter.repeat(counts[i]!)).join('')}`;

/** The most that the question allows of each. */
export function bounds(options: readonly string[]): Counts {
  const most = [0, 0, 0, 0, 0];
  for (const option of options)
    read(option).forEach((count, i) => (most[i] = Math.max(most[i]!, count)));
  return most;
}

/** From the Ministry with most tokens, again and again. */
export function fromMost(holdings: Counts, count: number): Counts {
  const left = [...holdings];
  const out = [0, 0, 0, 0, 0];
  for (let n = 0; n < count; n++) {
    const best = left.indexOf(Math.max(...left));
    if (left[best]! <= 0) break;
    left[best]!--;
    out[best]!++;
  }
  return out;
}
