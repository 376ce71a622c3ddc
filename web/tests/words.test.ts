// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {}, getElementById: () => null });
const { fill, lang } = await import('../src/lib/lang.svelte');
const { en } = await import('../src/words/en');
const { fr } = await import('../src/words/fr');
const { Match } = await import('../src/lib/match.svelte');

describe('words', () => {
  it('fills places and chooses plurals as each language does', () => {
    expect(fill('{n:# coin|# coins} for {name}', { n: 1, name: 'Ada' }, 'en')).toBe(
      '1 coin for Ada',
    );
    expect(fill('{n:# coin|# coins}', { n: 0 }, 'en')).toBe('0 coins');
    expect(fill('{n:# pièce|# pièces}', { n: 0 }, 'fr')).toBe('0 pièce');
    expect(fill('{n:# pièce|# pièces}', { n: 2 }, 'fr')).toBe('2 pièces');
  });

  it('elides small words before a vowel in French', () => {
    const text = 'Le tour de {name}, que {name} joue.';
    expect(fill(text, { name: 'Émile' }, 'fr')).toBe('Le tour d’Émile, qu’Émile joue.');
    expect(fill(text, { name: 'Bo' }, 'fr')).toBe('Le tour de Bo, que Bo joue.');
    expect(fill(text, { name: 11 }, 'fr')).toBe('Le tour de 11, que 11 joue.');
    expect(fill('We use {name}', { name: 'Ada' }, 'en')).toBe('We use Ada');
  });

  it('keeps French colons at their word, and leaves English alone', () => {
    lang.set('fr');
    expect(lang.tidy("C'est 9♦ : juste !")).toBe('C’est 9♦\u00a0: juste\u00a0!');
    // the page's own sentences too; a name in them stays as its owner writes it
    expect(lang.t('chosen', { act: "d'Eon" })).toBe("Votre choix\u00a0: d'Eon");
    lang.set('en');
    expect(lang.tidy("It's 9 : x")).toBe("It's 9 : x");
    expect(lang.list(['Ada', 'Bo', 'Cleo'])).toBe('Ada, Bo and Cleo');
  });

  it('has the same places in both languages', () => {
    const places = (text: string): string[] =>
      [...text.matchAll(/\{(\w+)/g)].map((found) => found[1]!).sort();
    for (const key of Object.keys(en) as (keyof typeof en)[])
      expect(places(fr[key]), key).toEqual(places(en[key]));
  });

  it('says that the deal waits for people, not for seats that are free', () => {
    expect(fill(fr.startSeats, { n: 1 }, 'fr')).toBe('un joueur ou un robot à la place libre');
    expect(fill(en.startSeats, { n: 2 }, 'en')).toBe('players or bots for 2 open seats');
  });

  it('says that somebody has just left, and not for how many minutes', () => {
    const match = new Match('t', false, false);
    const gone = (minutes: number | null): string => {
      match.here = { do: 'here', at: performance.now(), here: [], away: [{ seat: 0, minutes }] };
      return match.since(0);
    };
    expect(gone(0)).toBe('just left');
    expect(gone(1)).toBe('away for a minute');
    expect(gone(null)).toBe('not here yet');
    lang.set('fr');
    expect(gone(0)).toBe('vient de partir');
    lang.set('en');
  });
});
