/** The server's HTTP interface. Whatever it refuses comes as a `Refusal` with a sentence. */
import type {
  Attendance,
  Beliefs,
  Briefing,
  ChangeTable,
  Done,
  Door,
  GameBook,
  GameInfo,
  Games,
  HandedOver,
  Invitation,
  Hint,
  Knowledge,
  Link,
  MakeTable,
  MyTables,
  Person,
  Problem,
  Recovery,
  Replay,
  Share,
  SignedIn,
  TableInfo,
  Tables,
  Visitor,
} from './protocol';
import { lang } from './lang.svelte';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly rule = '',
    readonly status = 0,
  ) {
    super(text);
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path + (path.includes('?') ? '&' : '?') + `lang=${lang.now}`, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal('offline', lang.t('offline'));
  }
  if (answer.ok) return answer;
  const no = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refusal(no?.code ?? 'internal', no?.text ?? lang.t('wrong'), no?.rule, answer.status);
}

export const get = async <T>(path: string): Promise<T> => (await ask('GET', path)).json();
export const post = async <T>(path: string, body: unknown = {}): Promise<T> =>
  (await ask('POST', path, body)).json();

export const api = {
  signIn: (name: string) => post<SignedIn>('/api/people', { name }),
  recover: (code: string) => post<SignedIn>('/api/people/recover', { code }),
  rename: (name: string) => post<Person>('/api/me/name', { name }),
  newRecovery: () => post<Recovery>('/api/me/recovery'),
  signOut: () => post<Done>('/api/me/sign-out'),
  visitor: () => get<Visitor>('/api/visitor'),
  games: async (): Promise<GameInfo[]> => (await get<Games>('/api/games')).games,
  book: (game: string) => get<GameBook>(`/api/games/${game}`),
  lobby: async () => (await get<Tables>('/api/lobby')).tables,
  mine: async () => (await get<MyTables>('/api/tables')).tables,
  make: (wish: MakeTable) => post<TableInfo>('/api/tables', wish),
  join: (wish: { code?: string; invitation?: string; seat?: number | undefined }) =>
    post<TableInfo>('/api/join', wish),
  sit: (table: string, seat?: number) => post<TableInfo>(`/api/tables/${table}/sit`, { seat }),
  /** What a link leads to: by the code, or by the address of the table alone. */
  door: (code: string, table: string) =>
    get<Door>(code ? `/api/doors/${encodeURIComponent(code)}` : `/api/tables/${table}/door`),
  link: (table: string) => get<Link>(`/api/tables/${table}/link`),
  table: (table: string) => get<TableInfo>(`/api/tables/${table}`),
  invite: (table: string, seat?: number) =>
    post<Invitation>(`/api/tables/${table}/invitations`, seat === undefined ? {} : { seat }),
  setSeat: (table: string, seat: number, kind: string, bot = 'random') =>
    post<TableInfo>(`/api/tables/${table}/seats/${seat}`, { kind, bot }),
  change: (table: string, wish: ChangeTable) =>
    post<TableInfo>(`/api/tables/${table}/settings`, wish),
  /** Ready for the settings that I have seen, and for no others. */
  ready: (table: string, ready: boolean, revision: number) =>
    post<TableInfo>(`/api/tables/${table}/ready`, { ready, revision }),
  seal: (table: string, seal: string) => post<TableInfo>(`/api/tables/${table}/seal`, { seal }),
  nonce: (table: string, nonce: string) => post<TableInfo>(`/api/tables/${table}/nonce`, { nonce }),
  kick: (table: string, seat: number) => post<TableInfo>(`/api/tables/${table}/kick`, { seat }),
  passHost: (table: string, seat: number) => post<TableInfo>(`/api/tables/${table}/host`, { seat }),
  attendance: (table: string) => get<Attendance>(`/api/tables/${table}/attendance`),
  leave: (table: string) => post<Done>(`/api/tables/${table}/leave`),
  start: (table: string) => post<TableInfo>(`/api/tables/${table}/start`),
  nudge: (table: string, seat: number) => post<Done>(`/api/tables/${table}/nudge`, { seat }),
  vote: (table: string, seat: number, wanted: 'bot' | 'open') =>
    post<TableInfo>(`/api/tables/${table}/vote`, { seat, wanted }),
  handOver: (table: string, bot: string | null) =>
    post<HandedOver>(`/api/tables/${table}/hand-over`, { bot }),
  takeBack: (table: string) => post<TableInfo>(`/api/tables/${table}/return`),
  briefing: (table: string) => get<Briefing>(`/api/tables/${table}/briefing`),
  rematch: (table: string) => post<TableInfo>(`/api/tables/${table}/rematch`),
  share: (table: string) => post<Share>(`/api/tables/${table}/share`),
  consent: (table: string, whispers: boolean) =>
    post<Done>(`/api/tables/${table}/consent`, { whispers }),
  claim: (table: string, line: number, isTrue: boolean | null) =>
    post<Done>(`/api/tables/${table}/claims`, { line, true: isTrue }),
  /** A finished match: `where` is `tables/ID` or `shared/TOKEN`. */
  replay: (where: string, viewer: string, first: number) =>
    get<Replay>(`/api/${where}/replay/${viewer}?first=${first}`),
  knowledge: (where: string, step: number) => get<Knowledge>(`/api/${where}/knowledge/${step}`),
  hint: (table: string) => get<Hint>(`/api/tables/${table}/hint`),
  beliefs: (where: string, viewer: string, step: number) =>
    get<Beliefs>(`/api/${where}/beliefs/${viewer}/${step}`),
  finished: (where: string) => get<TableInfo>(`/api/${where}`),
  record: async (table: string) => (await ask('GET', `/api/tables/${table}/record`)).text(),
};
