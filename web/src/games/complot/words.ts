/** What Complot's table says itself; names and texts of cards come with the cards. */
import { words } from '../../lib/lang.svelte';
import { en, fr } from './said';

export const say = words(en, fr);
