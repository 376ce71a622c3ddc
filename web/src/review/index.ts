/** The review of a match, loaded with the first page that shows one. */
export { default as Panel } from './Panel.svelte';
