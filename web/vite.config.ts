import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The page is built into the Python package, from where the server serves it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/intrigue/page',
    emptyOutDir: true,
    // early.ts is asked for by itself, and by the rest of the page
    rolldownOptions: { input: ['index.html', 'src/early.ts'] },
    manifest: 'chunks.json', // the server names a game's files in the page's head
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8765', ws: true } } },
  // the sheet is read by the tests of its colours
  test: { include: ['tests/**/*.test.ts'], css: { include: /(style|room)\.css/ } },
});
