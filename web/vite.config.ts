import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// On a slow line every file costs a moment of its own, so there are few: what opens the socket, the page,
// what is the same at every table, and a game. Its lesson and its cards come when they are asked for.
const TABLE =
  'pages/TablePage|parts/(Seat|Ring|Modal|Secret)|lib/bag|svelte/src/(animate|transition)';
const groups = [
  { name: 'early', test: /src\/(early|lib\/(known|tongue))\.ts$/, priority: 3 },
  { name: 'page', tags: ['$initial' as const], priority: 2 },
  { name: 'table', test: new RegExp(TABLE), priority: 1 },
  { name: 'emblems', test: /src\/parts\/Emblem/, priority: 1 },
  { name: gameOf, debugName: 'games', test: /src\/games\// },
];

function gameOf(file: string): string | null {
  return /src\/games\/(\w+)\/(?!Cards|lesson|taught)/.exec(file)?.[1] ?? null;
}

// The page is built into the Python package, from where the server serves it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/intrigue/page',
    emptyOutDir: true,
    // early.ts is asked for by itself, and by the rest of the page
    rolldownOptions: {
      input: ['index.html', 'src/early.ts'],
      output: { codeSplitting: { groups } },
    },
    manifest: 'chunks.json', // the server names a game's files in the page's head
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8765', ws: true } } },
  // the sheet is read by the tests of its colours
  test: { include: ['tests/**/*.test.ts'], css: { include: /(style|room)\.css/ } },
});
