// @vitest-environment node
import { expect, it, vi } from 'vitest';
import type { ParamInfo, PromiseKind, ShownClause, ShownDeal } from '../src/lib/protocol';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {}, getElementById: () => null });
const { amounts, begin, draftsOf, gap, latest, put, sayClause, sentence, spellAll, verb, whole } =
  await import('../src/deals/promise');
const { asOf, groupOf, judged, threadOfDeal, verdicts, waits } =
  await import('../src/deals/ledger');
const { lang } = await import('../src/lib/lang.svelte');

const param = (name: string, type: string, more: Partial<ParamInfo> = {}): ParamInfo => ({
  name,
  type,
  low: 1,
  high: 999,
  words: [],
  ...more,
});
const kind = (id: string, form: string, ...params: ParamInfo[]): PromiseKind => ({
  id,
  form,
  params,
  private: false,
});
const WHO = [param('who', 'seat'), param('whom', 'seat')];
// of a game that this page has never heard of
const lend = kind(
  'lend',
  '{who} lends {whom} {books} by moon {moon}',
  ...WHO,
  param('books', 'number'),
  param('moon', 'chapter'),
);
const sing = kind('sing', '{who} sings in moon {moon}', WHO[0]!, param('moon', 'chapter'));
const NAMES = ['Ada', 'Bob', 'Cleo'];
const TONGUE = {
  clause: {
    lend: '{who:seat} lends {whom:seat} {books:# book|# books} by moon {moon}',
    sing: '{who:seat} sings in moon {moon}',
    if: '{clause}, if {condition}',
  },
  claim: {},
  term: {},
  chapter: 'Moon {number}',
};
const clause = (more: Partial<ShownClause> = {}): ShownClause => ({
  kind: 'sing',
  data: { who: 1, moon: 4 },
  condition: null,
  text: 'Bob sings in moon 4',
  verdict: null,
  ...more,
});
const deal = (more: Partial<ShownDeal> = {}): ShownDeal => ({
  number: 1,
  by: 1,
  to: [0],
  secret: false,
  state: 'offered',
  accepted: [],
  clauses: [clause()],
  until: 4,
  deadline: null,
  replaces: null,
  at: 5,
  ...more,
});
const ledgerOf = (...deals: ShownDeal[]) => ({ deals, claims: [], kept: [0, 0], broken: [0, 0] });

it('what is tapped together is the notation that the server reads', () => {
  const part = begin(lend, 0, 1, 4);
  expect(part.data).toEqual({ who: 0, whom: 1, books: null, moon: 4 });
  expect(gap(part)?.name).toBe('books');
  const draft = { ...put(part, 'books', 2), condition: begin(sing, 1, null, 4) };
  expect(whole(draft)).toBe(true);
  const said = [draft, { ...begin(sing, 2, null, 6), condition: null }];
  expect(spellAll(said, NAMES)).toBe(
    'Ada lends Bob 2 by moon 4 if Bob sings in moon 4; Cleo sings in moon 6',
  );
  expect(latest(said)).toBe(4);
});

it('who promises and to whom change places, and nobody stands in both', () => {
  const turned = put(begin(lend, 0, 1, 4), 'who', 1);
  expect(turned.data).toMatchObject({ who: 1, whom: 0 });
});

it('the sentence has gaps until they are filled, in both languages', () => {
  const part = begin(lend, 0, null, 4);
  expect(sentence(TONGUE.clause.lend, part.data, NAMES, {})).toBe('Ada lends … … books by moon 4');
  expect(verb(TONGUE.clause.lend, lend)).toBe('lends … … books by moon …');
  lang.set('fr');
  const said = sentence('l’or de {who:seat} : {word:term}', { who: 0, word: 'x' }, NAMES, {
    x: 'vu',
  });
  lang.set('en');
  expect(said).toBe('l’or d’Ada\u00a0: vu');
});

it('a clause is said with its condition, and as it was written where words are missing', () => {
  const condition = { kind: 'lend', data: { who: 0, whom: 1, books: 1, moon: 3 } };
  expect(sayClause(clause({ condition }), NAMES, TONGUE)).toBe(
    'Bob sings in moon 4, if Ada lends Bob 1 book by moon 3',
  );
  expect(sayClause(clause(), NAMES, null)).toBe('Bob sings in moon 4');
  expect(sayClause(clause({ kind: 'dance' }), NAMES, TONGUE)).toBe('Bob sings in moon 4');
});

it('numbers begin where they make sense, and the one that was chosen is there', () => {
  expect(amounts(param('moon', 'chapter'), 4, null)).toEqual([4, 5, 6, 7, 8, 9]);
  expect(amounts(param('tide', 'count'), 17, null)).toEqual([17, 18, 19, 20, 21, 22]);
  expect(amounts(param('books', 'number', { high: 3 }), 4, null)).toEqual([1, 2, 3]);
  expect(amounts(param('books', 'number'), 4, 40)).toEqual([1, 2, 3, 4, 5, 40]);
});

it('a counter-offer begins with what was offered', () => {
  const drafts = draftsOf([clause(), clause({ kind: 'gone' })], [lend, sing]);
  expect(spellAll(drafts, NAMES)).toBe('Bob sings in moon 4');
});

it('an offer waits for whom it is for, and lives in the thread of its parties', () => {
  expect(waits(deal(), 0)).toBe(true);
  expect(waits(deal({ accepted: [0], to: [0, 2] }), 0)).toBe(false);
  expect(waits(deal(), 2)).toBe(false);
  expect(groupOf(deal(), 1)).toBe('open');
  expect(threadOfDeal(deal(), 0)).toBe('public');
  expect(threadOfDeal(deal({ secret: true, to: [0, 2] }), 0)).toBe('1,2');
});

it('a verdict is news once, and never what was judged before one looked', () => {
  const open = ledgerOf(deal({ state: 'in force', clauses: [clause({ verdict: 'open' })] }));
  const kept = ledgerOf(deal({ state: 'in force', clauses: [clause({ verdict: 'kept' })] }));
  expect(judged(verdicts(open), kept).map(({ key, verdict }) => [key, verdict])).toEqual([
    ['1/0', 'kept'],
  ]);
  expect(judged(verdicts(kept), kept)).toEqual([]);
  expect(judged(verdicts(null), kept)).toEqual([]);
});

it('a replay knows what had been answered by then, and no verdict before the end', () => {
  const final = ledgerOf(
    deal({ state: 'in force', accepted: [0], clauses: [clause({ verdict: 'kept' })] }),
    deal({ number: 2, state: 'countered' }),
    deal({ number: 3, state: 'expired', replaces: 2 }),
  );
  const made = [
    { step: 2, what: 'offer', seat: 1, number: 1 },
    { step: 3, what: 'accept', seat: 0, number: 1 },
    { step: 3, what: 'offer', seat: 1, number: 2 },
    { step: 5, what: 'offer', seat: 0, number: 3 },
  ];
  const states = (step: number) =>
    asOf({ ledger: { ...final, kept: [0, 1] }, made, last: 9 }, step)!.deals.map(
      ({ state, clauses }) => [state, clauses[0]!.verdict],
    );
  expect(states(1)).toEqual([]);
  expect(states(2)).toEqual([['offered', null]]);
  expect(states(4)).toEqual([
    ['in force', 'open'],
    ['offered', null],
  ]);
  expect(states(5)[1]).toEqual(['countered', null]);
  expect(states(9)[0]).toEqual(['in force', 'kept']);
});

it('an act that breaks my word waits until I mean it', async () => {
  const { Match } = await import('../src/lib/match.svelte');
  const sent: Record<string, unknown>[] = [];
  class Socket {
    static OPEN = 1;
    readyState = 1;
    onmessage: ((message: { data: string }) => void) | null = null;
    close(): void {}
    send(text: string): void {
      sent.push(JSON.parse(text) as Record<string, unknown>);
    }
  }
  let socket!: Socket;
  vi.stubGlobal(
    'WebSocket',
    class extends Socket {
      constructor() {
        super();
        // eslint-disable-next-line @typescript-eslint/no-this-alias
        socket = this;
      }
    },
  );
  vi.stubGlobal('location', { protocol: 'http:', host: 'x' });
  const nobody = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('window', { ...nobody, setTimeout });
  vi.stubGlobal('document', { ...nobody, visibilityState: 'visible', getElementById: () => null });
  const match = new Match('t');
  const hear = (frame: object): void => socket.onmessage!({ data: JSON.stringify(frame) });
  hear({ do: 'welcome', seat: 1, names: NAMES });
  const clauses = [clause({ verdict: 'open' })];
  match.state = {
    prompt: 3,
    ask: { options: ['pass', 'sing'] },
    ledger: ledgerOf(deal({ state: 'in force', clauses })),
  } as unknown as typeof match.state;
  const acts = (): unknown[] => sent.filter(({ do: what }) => what === 'submit');
  const weigh = async (deals: number[]): Promise<void> => {
    const { key } = sent.findLast(({ do: what }) => what === 'weigh')!;
    hear({ do: 'weigh', key, deals });
    await new Promise((done) => setTimeout(done));
  };
  void match.submit('pass');
  expect(acts()).toEqual([]);
  await weigh([1]);
  expect(match.warning?.deals).toEqual([1]);
  expect(acts()).toEqual([]);
  match.warning!.go();
  expect(match.warning).toBe(null);
  expect(acts()).toMatchObject([{ act: 'pass', prompt: 3 }]);
  void match.submit('sing');
  await weigh([]);
  expect(acts()).toHaveLength(2);
  match.stop();
});
