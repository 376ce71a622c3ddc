/** What Emperor's table says by itself. Names of cards are those of the game's own catalogue; a test
 * compares them. */
import { words } from '../../lib/lang.svelte';
import { en, fr } from './said';

type Key = keyof typeof en;

export const t = words(en, fr);
/** The name of a card, and what it does. */
export const cardName = (card: string): string => t(card as Key);
export const cardHelp = (card: string): string =>
  t(`do${card[0]!.toUpperCase()}${card.slice(1)}` as Key);
export const slotName = (slot: number): string => t(`slot${slot}` as Key);
