// What each game's table and lesson say, from the game's own catalogue on standard input: a file each
// beside the game, with both languages; lessons are not loaded with tables. A sentence that is not
// there does not build.
import { writeFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';

const text = (value) => JSON.stringify(value, null, 2);

for (const [game, { en, fr }] of Object.entries(await json(process.stdin))) {
  const lesson = Object.fromEntries(
    Object.keys(en.lesson).map((key) => [key, { en: en.lesson[key], fr: fr.lesson[key] }]),
  );
  const write = (file, ...parts) =>
    writeFileSync(
      new URL(`../src/games/${game}/${file}.ts`, import.meta.url),
      `${[`// Made by \`make page\` from src/intrigue/games/${game}/text; do not edit.`, ...parts].join('\n\n')}\n`,
    );
  write(
    'said',
    `export const en = ${text(en.table)} as const;`,
    `export const fr: Record<keyof typeof en, string> = ${text(fr.table)};`,
  );
  write('taught', `export const teacher = ${text(lesson)} as const;`);
}
