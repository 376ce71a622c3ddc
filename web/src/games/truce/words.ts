/** What Truce's table says itself; orders, events and refusals come from the game. */
import { words } from '../../lib/lang.svelte';
import { en, fr } from './said';

export const t = words(en, fr);

const SCENE = {
  orders: 'sceneOrders',
  support: 'sceneSupport',
  stash: 'sceneStash',
  attacks: 'sceneAttacks',
  coins: 'sceneCoins',
  bank: 'sceneBank',
} as const;

export const sceneTitle = (scene: keyof typeof SCENE): string => t(SCENE[scene]);
