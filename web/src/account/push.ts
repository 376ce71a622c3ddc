/** Notices on this device: the service worker is there for them and for nothing else. */
import type { AddChannel } from '../lib/protocol';

export const possible = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/** Ask the browser; what the server must know to reach it, or nothing if it says no. */
export async function subscribe(key: string): Promise<AddChannel | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/push.js');
  const worker = await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(key),
  });
  const { p256dh = '', auth = '' } = found.toJSON().keys ?? {};
  return { means: 'push', target: found.endpoint, keys: { p256dh, auth } };
}

/** base64url as the browser wants it. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
