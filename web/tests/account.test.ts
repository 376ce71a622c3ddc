import { expect, test } from 'vitest';
import { minutes, shown } from '../src/account/clock';
import { bytes } from '../src/account/push';

test('a time of the day is minutes, and back', () => {
  expect(minutes('22:30')).toBe(1350);
  expect(shown(1350)).toBe('22:30');
  expect(shown(5)).toBe('00:05');
  expect(minutes('')).toBeNull();
  expect(shown(null)).toBe('');
});

test('a key is read from base64url', () => {
  expect([...bytes('-_8A')]).toEqual([251, 255, 0]);
});
