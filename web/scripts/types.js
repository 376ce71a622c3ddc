// TypeScript types of everything that crosses the wire, from the server's own JSON Schema on
// standard input. A page that does not fit them does not build.
import { writeFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import { compile } from 'json-schema-to-typescript';

const schema = await json(process.stdin);
for (const part of Object.values(schema.$defs)) delete part.title;

/** Tuples as the compiler knows them: it does not read `prefixItems` yet. */
function tuples(part) {
  if (typeof part !== 'object' || part === null) return;
  if (part.prefixItems) {
    part.items = part.prefixItems;
    delete part.prefixItems;
  }
  Object.values(part).forEach(tuples);
}
tuples(schema);

const text = await compile(schema, 'Everything', {
  additionalProperties: false,
  bannerComment: '// Made by `make page` from the server’s schema; do not edit.',
  unreachableDefinitions: true,
  maxItems: 1, // a list is a list, however long it may be
  style: { singleQuote: true },
});
writeFileSync(new URL('../src/lib/protocol.ts', import.meta.url), text);
