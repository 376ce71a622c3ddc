import { describe as about, expect, it } from 'vitest';
import { levelOf, TEMPERS, temperAbout, temperName, temperOf } from '../src/lib/tempers';
import { en } from '../src/words/en';
import { fr } from '../src/words/fr';

about('tempers of bots', () => {
  it('stand behind the level', () => {
    expect(levelOf('normal:faithful')).toBe('normal');
    expect(temperOf('normal:grudging')).toBe('grudging');
    for (const bot of ['normal', 'normal:silent', 'normal:', '']) expect(temperOf(bot)).toBe(null);
    expect(levelOf('normal')).toBe('normal');
  });

  it('have words in both languages', () => {
    expect(TEMPERS.map((one) => temperName(one, (key) => en[key]))).toEqual([...TEMPERS]);
    expect(temperAbout('faithful', (key) => fr[key])).toContain('tient parole');
  });
});
