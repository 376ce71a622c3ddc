/** The page's own words, in the language that is switched on now. */
import { en, type Key } from '../words/en';
import { fr } from '../words/fr';
import { remembered, type Lang } from './tongue';

export { LANGUAGES, type Lang } from './tongue';
const catalogues = { en, fr };

class Language {
  now = $state<Lang>(remembered());

  constructor() {
    document.documentElement.lang = this.now;
  }

  set(next: Lang): void {
    this.now = next;
    localStorage.setItem('lang', next);
    document.documentElement.lang = next;
  }

  /** A sentence with its places filled: `{name}`, and plurals `{n:one coin|# coins}`. */
  t = (key: Key, values: Record<string, string | number> = {}): string =>
    fill(this.tidy(catalogues[this.now][key]), values, this.now);

  /** A sentence of the server or a teacher: in French nothing tears a colon from its word. */
  tidy = (text: string): string =>
    this.now === 'fr' ? text.replace(/ ([:;?!»%])|(«) /g, '$2\u00a0$1').replace(/'/g, '’') : text;

  list = (items: readonly string[]): string =>
    new Intl.ListFormat(this.now === 'en' ? 'en-GB' : 'fr', { type: 'conjunction' }).format(items);

  time = (seconds: number): string =>
    new Intl.DateTimeFormat(this.now, { hour: '2-digit', minute: '2-digit' }).format(
      new Date(seconds * 1000),
    );
}

/** A place with the word before it, which may lose its e: “de {name}” is “d’Ada”. */
const PLACE = /(\b(?:[Dd]|[Qq]u|[Ll]orsqu|[Pp]uisqu)e )?(\{(\w+)(?::([^|}]*)\|([^}]*))?\})/g;
const VOWEL = /^[aeiouàâäéèêëîïôöùûüœæ]/i;

export function fill(text: string, values: Record<string, string | number>, now: Lang): string {
  return text.replace(PLACE, (_, before: string | undefined, ...place: string[]) => {
    const value = put(place, values, now);
    if (!before) return value;
    return (now === 'fr' && VOWEL.test(value) ? before.slice(0, -2) + '’' : before) + value;
  });
}
function put(
  [, name, one, many]: string[],
  values: Record<string, string | number>,
  now: Lang,
): string {
  const value = values[name!] ?? '';
  if (one === undefined) return String(value);
  const single = new Intl.PluralRules(now).select(Number(value)) === 'one';
  return (single ? one : many!).replace('#', String(value));
}

export const lang = new Language();

type Value = string | number;
type Name<P> = P extends `${infer N}:${string}` ? N : P;
/** The places of a sentence: `'n' | 'name'` of `{name} has {n:# coin|# coins}`. */
type Place<T> = T extends `${string}{${infer P}}${infer Rest}` ? Name<P> | Place<Rest> : never;
type Several<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;
/** What must be given with a key: all its places and nothing else, where the key is known. */
type Given<S, K extends keyof S> = true extends Several<K> | (string extends S[K] ? true : false)
  ? [values?: Record<string, Value>]
  : [Place<S[K]>] extends [never]
    ? []
    : [values: Record<Place<S[K]> & string, Value>];

/** The words of one game's table: loaded with it, and switched with everything else. */
export function words<S extends Record<string, string>>(
  english: S,
  french: Record<keyof S, string>,
): <K extends keyof S>(key: K, ...given: Given<S, K>) => string {
  const both: Record<Lang, Record<keyof S, string>> = { en: english, fr: french };
  return (key, ...given) => lang.tidy(fill(both[lang.now][key], given[0] ?? {}, lang.now));
}
