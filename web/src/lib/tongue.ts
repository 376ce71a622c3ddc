/** Which language the page speaks to whoever comes. */
export type Lang = 'en' | 'fr';
export const LANGUAGES: Record<Lang, string> = { en: 'English', fr: 'Français' };

export function remembered(): Lang {
  const kept = localStorage.getItem('lang') ?? navigator.language.slice(0, 2);
  return kept in LANGUAGES ? (kept as Lang) : 'en';
}
