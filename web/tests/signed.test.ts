import { expect, test } from 'vitest';
import { signed } from '../src/games/complot/signed';

test('words for values become signs, and nothing else of a text is lost', () => {
  const en = { assertion: 'Assertion', reach: 'Reach' };
  expect(signed('Rally: +1 Assertion, +2 Reach. Draw 1.', en)).toEqual([
    { text: 'Rally: +1', sign: 'assertion' },
    { text: ', +2', sign: 'reach' },
    { text: '. Draw 1.' },
  ]);
  const fr = { assertion: 'Affirmation', reach: 'Rayonnement' };
  expect(signed('Ralliement : +2 rayonnement', fr)).toEqual([
    { text: 'Ralliement : +2', sign: 'reach' },
  ]);
  expect(signed('Backup.', en)).toEqual([{ text: 'Backup.' }]);
});
