/** What is promised or claimed, as it is composed and as it is read: a kind that the game declares,
 * with its places, filled one by one. What is sent is the game's notation. It knows no game. */
import { fill, lang } from '../lib/lang.svelte';
import type { ParamInfo, PromiseKind, ShownClause } from '../lib/protocol';

export type Data = Readonly<Record<string, number | string | null>>;
/** A kind with what is known of its places; null where nothing was chosen yet. */
export interface Part {
  kind: PromiseKind;
  data: Data;
}
export interface Draft extends Part {
  condition: Part | null;
}
/** The game's sentences, in the language of the page. */
export interface Tongue {
  clause: Readonly<Record<string, string>>;
  claim: Readonly<Record<string, string>>;
  term: Readonly<Record<string, string>>;
  chapter: string;
}

export const GAP = '…';
export const MOST = 6; // clauses of one deal, as the server counts

// --- composing --------------------------------------------------------------------------------------

/** A new part: the round is this one until another is chosen, and of two parties the one gives and
 * the other gets. A claim has nobody `who` does it: it may be about anybody. */
export function begin(kind: PromiseKind, who: number | null, to: number | null, now: number): Part {
  const data: Record<string, number | string | null> = {};
  let whom = to;
  for (const { name, type } of kind.params) {
    if (name === 'who' && who !== null) data[name] = who;
    else if (type === 'chapter') data[name] = now;
    else if (type === 'seat') [data[name], whom] = [whom, null];
    else data[name] = null;
  }
  return { kind, data };
}

/** A place filled. Whoever stood there before changes places with whom it was taken from. */
export function put(part: Part, name: string, value: number | string): Part {
  const data = { ...part.data };
  const seats = part.kind.params.filter(({ type }) => type === 'seat');
  const other = seats.find((one) => one.name !== name && data[one.name] === value);
  if (other && seats.some((one) => one.name === name)) data[other.name] = data[name] ?? null;
  data[name] = value;
  return { ...part, data };
}

export const gap = (part: Part): ParamInfo | null =>
  part.kind.params.find(({ name }) => part.data[name] == null) ?? null;

export const whole = (draft: Draft): boolean =>
  gap(draft) === null && (draft.condition === null || gap(draft.condition) === null);

/** As many values as fit a row, from the first that makes sense. */
export function amounts({ type, low, high }: ParamInfo, now: number, chosen: unknown): number[] {
  const first = type === 'number' ? low : Math.max(low, now);
  const row = Array.from({ length: 6 }, (_, i) => first + i).filter((one) => one <= high);
  const far = typeof chosen === 'number' && !row.includes(chosen);
  return far ? [...row.slice(0, -1), chosen].sort((one, other) => one - other) : row;
}

/** The last round that all of it can wait for: after the first one that is named, it is too late. */
export function latest(drafts: readonly Draft[]): number | null {
  const named = drafts.flatMap((draft) => [draft, ...(draft.condition ? [draft.condition] : [])]);
  const chapters = named.flatMap(({ kind, data }) =>
    kind.params.filter(({ type }) => type === 'chapter').map(({ name }) => Number(data[name])),
  );
  return chapters.length ? Math.min(...chapters) : null;
}

// --- the notation -----------------------------------------------------------------------------------

export function spell({ kind, data }: Part, names: readonly string[]): string {
  const seats = new Set(kind.params.filter(({ type }) => type === 'seat').map(({ name }) => name));
  return kind.form.replace(/\{(\w+)\}/g, (_, name: string) =>
    seats.has(name) ? (names[Number(data[name])] ?? '') : String(data[name] ?? ''),
  );
}

export const spellAll = (drafts: readonly Draft[], names: readonly string[]): string =>
  drafts
    .map((one) => {
      const said = spell(one, names);
      return one.condition ? `${said} if ${spell(one.condition, names)}` : said;
    })
    .join('; ');

/** What was offered, to be changed: as far as the game still knows such kinds. */
export function draftsOf(clauses: readonly ShownClause[], kinds: readonly PromiseKind[]): Draft[] {
  const part = (one: { kind: string; data: object }): Part | null => {
    const kind = kinds.find(({ id }) => id === one.kind);
    return kind ? { kind, data: { ...one.data } as Data } : null;
  };
  return clauses.flatMap((clause) => {
    const found = part(clause);
    const condition = clause.condition ? part(clause.condition) : null;
    return found ? [{ ...found, condition }] : [];
  });
}

// --- sentences --------------------------------------------------------------------------------------

const SPEC = /\{(\w+):(seat|term)\}/g;

/** A sentence of the game's catalogue with its places filled, and `…` where nothing is known. */
export function sentence(
  template: string,
  data: Data,
  names: readonly string[],
  terms: Tongue['term'],
): string {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(data)) values[name] = value ?? GAP;
  const plain = template.replace(SPEC, (_, name: string, spec: string) => {
    const value = data[name];
    if (value == null) values[name] = GAP;
    else if (spec === 'seat') values[name] = names[Number(value)] ?? '';
    else values[name] = terms[String(value)] ?? String(value);
    return `{${name}}`;
  });
  return lang.tidy(fill(plain, values, lang.now));
}

/** What a kind says of whoever does it: `attacks … in round …`. */
export function verb(template: string, kind: PromiseKind): string {
  const empty = Object.fromEntries(kind.params.map(({ name }) => [name, null]));
  return sentence(template, empty, [], {}).replace(/^…\s*/, '');
}

/** A clause in words; as it is written, while its words are not there. */
export function sayClause(
  clause: Pick<ShownClause, 'kind' | 'data' | 'condition'> & { text?: string },
  names: readonly string[],
  tongue: Tongue | null,
): string {
  const template = tongue?.clause[clause.kind];
  if (!tongue || template === undefined) return clause.text ?? '';
  const said = sentence(template, clause.data, names, tongue.term);
  const { condition } = clause;
  if (!condition) return said;
  const other = tongue.clause[condition.kind];
  if (other === undefined) return clause.text ?? '';
  return sentence(
    tongue.clause['if'] ?? '{clause}, {condition}',
    { clause: said, condition: sentence(other, condition.data, names, tongue.term) },
    names,
    tongue.term,
  );
}

export const sayDraft = (draft: Draft, names: readonly string[], tongue: Tongue): string =>
  sayClause(
    {
      kind: draft.kind.id,
      data: draft.data as ShownClause['data'],
      condition: draft.condition && {
        kind: draft.condition.kind.id,
        data: draft.condition.data as ShownClause['data'],
      },
    },
    names,
    tongue,
  );

export function sayClaim(
  claim: { kind: string; data: object; by: number; text?: string },
  names: readonly string[],
  tongue: Tongue | null,
): string {
  const template = tongue?.claim[claim.kind];
  if (!tongue || template === undefined) return claim.text ?? '';
  return sentence(template, { ...(claim.data as Data), by: claim.by }, names, tongue.term);
}
