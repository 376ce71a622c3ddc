/** Deadlines in words: in the reader's own zone and language, and what a table over days chose. */
import type { Days } from './protocol';

export type Lang = 'en' | 'fr';

/** `Sun 25 Oct, 18:00`, here; or without the date, where there is little room. */
export function when(seconds: number, lang: Lang, zone?: string, short = false): string {
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : 'fr-FR', {
    weekday: 'short',
    ...(short ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(zone ? { timeZone: zone } : {}),
  }).format(new Date(seconds * 1000));
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
];

/** `in 5 hours`: in days from two on, else in hours, else in minutes; never more than there is. */
export function within(left: number, lang: Lang): string {
  const words = new Intl.RelativeTimeFormat(lang, { numeric: 'always' });
  for (const [unit, seconds] of STEPS) {
    const whole = Math.floor(left / seconds);
    if (whole >= 2 || unit === 'minute') return words.format(Math.max(0, whole), unit);
  }
  return '';
}

/** Monday to Sunday, as short as the language has them. */
export function weekdays(lang: Lang): string[] {
  const format = new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 7].map((day) => format.format(Date.UTC(2024, 0, day))); // a Monday
}

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
export const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

type Say = (key: PaceKey, values?: Record<string, string | number>) => string;
export type PaceKey =
  'daysHours' | 'daysTimes' | 'daysEvery' | 'daysMore' | 'daysReveal' | 'daysReady' | 'daysExcused';

/** What a table over days chose, in plain sentences; `advised` is when its game shows answers. */
export function describe(days: Days, lang: Lang, say: Say, advised = 'ready'): string {
  const list = new Intl.ListFormat(lang, { type: 'conjunction' });
  const names = weekdays(lang);
  const chosen = [...(days.weekdays ?? [])].sort();
  const on = chosen.length === 7 ? say('daysEvery') : list.format(chosen.map((d) => names[d - 1]!));
  const base = days.hours
    ? say('daysHours', { n: days.hours })
    : say('daysTimes', { times: list.format(days.times ?? []), on, zone: days.zone ?? 'UTC' });
  const reveal = { deadline: 'daysReveal', ready: 'daysReady' } as const;
  const parts = [base];
  if (days.step && days.most) parts.push(say('daysMore', { step: days.step, most: days.most }));
  parts.push(say(reveal[(days.reveal ?? advised) as 'deadline' | 'ready']));
  if (days.excuses ?? 1) parts.push(say('daysExcused', { n: days.excuses ?? 1 }));
  return parts.join(' ');
}
