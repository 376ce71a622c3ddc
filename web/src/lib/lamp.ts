import type { Key } from '../words/en';
import type { Lamp } from './match.svelte';

/** What a state of my connection is called. */
export const LAMP = {
  live: 'lampLive',
  connecting: 'lampConnecting',
  silent: 'lampSilent',
  lost: 'lampLost',
  closed: 'lampClosed',
} as const satisfies Record<Lamp, Key>;
