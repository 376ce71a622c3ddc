/** The server's interface for accounts, notices and the Gazette. */
import { get, post } from '../lib/api';
import type {
  Account,
  AddChannel,
  Done,
  Gazette,
  Kinds,
  LinkInfo,
  NoticeSettings,
  Person,
  SetWishes,
  Unsubscribed,
} from '../lib/protocol';

export const account = {
  look: () => get<Account>('/api/me/account'),
  setAddress: (address: string) => post<Done>('/api/me/address', { address }),
  removeAddress: () => post<Account>('/api/me/address/remove'),
  end: (session: string) => post<Account>(`/api/me/sessions/${session}/end`),
  endOthers: () => post<Account>('/api/me/sessions/end-others'),
  countWord: (counted: boolean) => post<Account>('/api/me/word', { counted }),
  forgetWord: () => post<Account>('/api/me/word/forget'),
  delete: (name: string) => post<Done>('/api/me/delete', { name }),
  signIn: (address: string) => post<Done>('/api/sign-in', { address }),
  link: (token: string) => post<LinkInfo>('/api/sign-in/look', { token }),
  use: (token: string, name: string | null) => post<Person>('/api/sign-in/use', { token, name }),
};

export const notices = {
  look: () => get<NoticeSettings>('/api/me/notices'),
  wish: (wishes: SetWishes) => post<NoticeSettings>('/api/me/notices', wishes),
  add: (channel: AddChannel) => post<NoticeSettings>('/api/me/channels', channel),
  choose: (channel: string, kinds: Kinds) =>
    post<NoticeSettings>(`/api/me/channels/${channel}`, kinds),
  remove: (channel: string) => post<NoticeSettings>(`/api/me/channels/${channel}/remove`),
  test: (channel: string) => post<Done>(`/api/me/channels/${channel}/try`),
  unsubscribe: (token: string, all: boolean) =>
    post<Unsubscribed>(`/api/unsubscribe/${encodeURIComponent(token)}${all ? '?all=1' : ''}`),
};

export const gazette = (table: string, number: string): Promise<Gazette> =>
  get<Gazette>(`/api/tables/${table}/gazette/${number}`);
