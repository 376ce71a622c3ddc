// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {} });
const { fill } = await import('../src/lib/lang.svelte');
const { en } = await import('../src/words/en');
const { fr } = await import('../src/words/fr');

describe('words', () => {
  it('fills places and chooses plurals as each language does', () => {
    expect(fill('{n:# coin|# coins} for {name}', { n: 1, name: 'Ada' }, 'en')).toBe(
      '1 coin for Ada',
    );
    expect(fill('{n:# coin|# coins}', { n: 0 }, 'en')).toBe('0 coins');
    expect(fill('{n:# pièce|# pièces}', { n: 0 }, 'fr')).toBe('0 pièce');
    expect(fill('{n:# pièce|# pièces}', { n: 2 }, 'fr')).toBe('2 pièces');
  });

  it('has the same places in both languages', () => {
    const places = (text: string): string[] =>
      [...text.matchAll(/\{(\w+)/g)].map((found) => found[1]!).sort();
    for (const key of Object.keys(en) as (keyof typeof en)[])
      expect(places(fr[key]), key).toEqual(places(en[key]));
  });
});
