import { describe as about, expect, it } from 'vitest';
import { choices, forSeat, levelName, levelTitle, usual } from '../src/lib/levels';
import { en } from '../src/words/en';
import { fr } from '../src/words/fr';

const ALL = ['random', 'easy', 'normal', 'hard'];

about('levels of bots', () => {
  it('have words in both languages', () => {
    expect(ALL.map((bot) => levelName(bot, (key) => en[key], undefined))).toEqual(ALL);
    expect(levelName('hard', (key) => fr[key], undefined)).toBe('difficile');
    expect(levelTitle('mixed', (key) => fr[key], undefined)).toContain('mélange');
    expect(levelTitle('their own', (key) => en[key], undefined)).toBe('their own');
  });

  it('say where a game found hard to be another character rather than a stronger one', () => {
    const game = { another_character: true };
    for (const words of [en, fr]) {
      const name = (bot: string): string => levelName(bot, (key) => words[key], game);
      expect(name('hard')).toBe(words.levelAnother);
      expect(name('normal')).toBe(words.levelNormal);
      expect(levelTitle('hard', (key) => words[key], game)).toBe(words.botAnother);
    }
  });

  it('are offered in order, a mix first', () => {
    expect(choices(ALL)).toEqual(['mixed', ...ALL]);
    expect(choices(['random'])).toEqual(['random']);
  });

  it('are mixed by the number of the seat, without the random one', () => {
    const at = (bots: string[]): string[] => [1, 2, 3, 4].map((n) => forSeat('mixed', bots, n));
    expect(at(ALL)).toEqual(['normal', 'hard', 'easy', 'normal']);
    expect(at(['random', 'easy', 'normal'])).toEqual(['normal', 'easy', 'normal', 'easy']);
    expect(at(['random'])).toEqual(['random', 'random', 'random', 'random']);
  });

  it('stand as they were chosen', () => {
    expect(forSeat('hard', ALL, 1)).toBe('hard');
    expect(forSeat('hard', ['random', 'easy', 'normal'], 1)).toBe('normal');
  });

  it('are normal where nobody chose', () => {
    expect(usual(ALL)).toBe('normal');
    expect(usual(['random', 'their own'])).toBe('their own');
  });
});
