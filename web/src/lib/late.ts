/** Parts of the page come when they are needed. One that did not come (the server was away, or is a
 * newer one) is not asked for again by the browser, ever: the page begins anew, as soon as there is
 * somebody to begin with. Nothing is lost by that; an answer half chosen is kept. */
const FIRST = 500;
const LATEST = 30_000;
const KEY = 'anew'; // when it last did: a part that is not there at all must not make it spin

export function beginAnewWhenPartsFail(): void {
  let waiting = false;
  window.addEventListener('vite:preloadError', () => {
    if (waiting) return;
    waiting = true;
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    knock(Date.now() - last < LATEST ? LATEST : FIRST);
  });
}

function knock(pause: number): void {
  setTimeout(() => {
    fetch('/readyz', { cache: 'no-store' })
      .then(({ ok }) => {
        if (!ok) throw new Error('not ready');
        sessionStorage.setItem(KEY, String(Date.now()));
        location.reload();
      })
      .catch(() => knock(Math.min(2 * pause, LATEST)));
  }, pause);
}
