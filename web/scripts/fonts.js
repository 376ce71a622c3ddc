// The page's two typefaces, cut down to the letters that English, French and people's names need:
// one for titles and events, one for everything else. Both are under the Open Font License.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import subset from 'subset-font';

const span = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
const LETTERS =
  span(0x20, 0x7e) + span(0xa0, 0xff) + 'ŒœŸ€–—‘’‚“”„•…‹›−↑↓' + '\u2009\u200a\u202f\u2011';
const FACES = {
  title: { from: '@fontsource/grenze/files/grenze-latin-600-normal.woff2' },
  text: {
    from: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  },
};
const keepFeatures = ['kern', 'mark', 'ccmp', 'locl', 'lnum', 'tnum'];

const home = new URL('../src/fonts/', import.meta.url);
mkdirSync(home, { recursive: true });
for (const [name, { from, ...wishes }] of Object.entries(FACES)) {
  const whole = readFileSync(new URL(`../node_modules/${from}`, import.meta.url));
  const options = { targetFormat: 'woff2', noHinting: true, keepFeatures, ...wishes };
  writeFileSync(new URL(`${name}.woff2`, home), await subset(whole, LETTERS, options));
}
