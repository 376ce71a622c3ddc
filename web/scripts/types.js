// TypeScript types of everything that crosses the wire, from the server's own JSON Schema on
// standard input. A page that does not fit them does not build.
import { writeFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import { compile } from 'json-schema-to-typescript';

const schema = await json(process.stdin);
for (const part of Object.values(schema.$defs)) delete part.title;
const text = await compile(schema, 'Everything', {
  additionalProperties: false,
  bannerComment: '// Made by `make page` from the server’s schema; do not edit.',
  unreachableDefinitions: true,
  style: { singleQuote: true },
});
writeFileSync(new URL('../src/lib/protocol.ts', import.meta.url), text);
