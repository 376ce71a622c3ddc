// Every file of the built page once more, compressed: the server sends what a browser understands.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const home = new URL('../../src/intrigue/page/', import.meta.url).pathname;
for (const name of globSync('**/*.{html,js,css,svg,webmanifest}', { cwd: home })) {
  const content = readFileSync(home + name);
  if (content.length < 1000) continue;
  writeFileSync(home + name + '.gz', gzipSync(content, { level: 9 }));
  writeFileSync(home + name + '.br', brotliCompressSync(content));
}
