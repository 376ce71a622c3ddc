import { describe as about, expect, it } from 'vitest';
import { levelOf, TEMPERS, temperAbout, temperOf } from '../src/lib/tempers';
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
    for (const one of TEMPERS) expect(temperAbout(one, (key) => en[key])).toContain(`${one}: `);
    expect(temperAbout('faithful', (key) => fr[key])).toContain('tient parole');
  });
});
