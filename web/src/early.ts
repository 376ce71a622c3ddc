/** What is asked for before the rest of the page is here: on a slow line it comes while the page's own
 * files are still coming. That is the games, and at a table its socket, which `Match` takes over with what
 * came on it. */
import { isNew, seatedAt } from './lib/known';
import type { Games } from './lib/protocol';
import { remembered, type Lang } from './lib/tongue';

export function socketAddress(table: string, lang: Lang, picture = false): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const query = `words=${lang}&lang=${lang}` + (picture ? '&picture=1' : '');
  return `${scheme}://${location.host}/api/tables/${table}/socket?${query}`;
}

/** A socket, and what came on it before anybody listened. */
interface Early {
  socket: WebSocket;
  heard: string[];
}

function open(table: string): Early {
  const socket = new WebSocket(socketAddress(table, remembered()));
  const heard: string[] = [];
  socket.onmessage = ({ data }) => heard.push(data as string);
  return { socket, heard };
}

const seated = seatedAt();
const plain = localStorage.getItem('plain') === 'on'; // its table is told in another way
let early = seated === null || plain ? null : open(seated);

// read at once: a page that does not want it must not keep it on its way
let games: Promise<Games | null> | null = isNew
  ? fetch(`/api/games?lang=${remembered()}`)
      .then((answer) => (answer.ok ? (answer.json() as Promise<Games>) : null))
      .catch(() => null)
  : null;

/** What this server can play, if it was asked for in this language; one answer, taken once. */
export function gamesIn(lang: Lang): Promise<Games | null> | null {
  const asked = lang === remembered() ? games : null;
  games = null;
  return asked;
}

/** The socket to an address: the early one, if it is still there and leads where it should. */
export function socketTo(address: string): Early {
  const found = early;
  early = null;
  if (found?.socket.url === address && found.socket.readyState <= WebSocket.OPEN) return found;
  found?.socket.close();
  return { socket: new WebSocket(address), heard: [] };
}
