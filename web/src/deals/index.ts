/** Deals and claims on the page. Everything of them comes when it is needed: see lib/late.ts. */
export { default as Afterwards } from './Afterwards.svelte';
export { default as Book } from './Book.svelte';
export { default as Card } from './Card.svelte';
export { default as Composer } from './Composer.svelte';
export { default as Keys } from './Keys.svelte';
export { default as Said } from './Said.svelte';
export { default as Strip } from './Strip.svelte';
export { default as Warning } from './Warning.svelte';
export { asOf, threadOfClaim, threadOfDeal } from './ledger';
