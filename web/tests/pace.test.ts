import { describe as about, expect, it } from 'vitest';
import { describe, when, within, weekdays, type PaceKey } from '../src/lib/pace';
import { en } from '../src/words/en';
import { fr } from '../src/words/fr';

const PARIS = Date.UTC(2026, 9, 25, 17) / 1000; // 18:00, the day on which clocks go back

about('deadlines', () => {
  it('are told in the zone of the reader', () => {
    expect(when(PARIS, 'en', 'Europe/Paris')).toBe('Sun 25 Oct, 18:00');
    expect(when(PARIS, 'en', 'America/New_York')).toBe('Sun 25 Oct, 13:00');
    expect(when(PARIS, 'fr', 'Europe/Paris')).toContain('dim. 25 oct.');
  });

  it('never promise more time than there is', () => {
    expect(within(26 * 3600, 'en')).toBe('in 26 hours');
    expect(within(50 * 3600, 'en')).toBe('in 2 days');
    expect(within(119 * 60 + 59, 'en')).toBe('in 119 minutes');
    expect(within(-5, 'en')).toBe('in 0 minutes');
    expect(within(5 * 3600, 'fr')).toBe('dans 5 heures');
  });

  it('begin the week on Monday', () => {
    expect(weekdays('en')[0]).toBe('Mon');
    expect(weekdays('fr')[6]).toBe('dim.');
  });
});

about('a table over days', () => {
  const put = (text: string, values: Record<string, string | number> = {}): string =>
    text.replace(/\{(\w+)[^}]*\}/g, (_, name) => String(values[name]));
  const say = (key: PaceKey, values = {}): string => put(en[key], values);
  const dire = (key: PaceKey, values = {}): string => put(fr[key], values);

  it('says what it chose', () => {
    const times = { times: ['18:00'], weekdays: [5, 7], zone: 'Europe/Paris', reveal: 'deadline' };
    expect(describe(times, 'en', say)).toContain('18:00, Fri and Sun (Europe/Paris time)');
    expect(describe({ hours: 24 }, 'en', say, 'deadline')).toContain('at the deadline');
    expect(describe({ hours: 24 }, 'en', say)).toContain('as soon as all are ready');
    expect(describe({ hours: 24, step: 4, most: 72 }, 'en', say)).toContain('72 hours');
    expect(describe({ hours: 24, excuses: 0 }, 'fr', dire)).not.toContain('{');
  });
});
