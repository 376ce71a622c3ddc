/** Where we are: the address of the page, by path. */
class Route {
  path = $state(location.pathname);

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname));
    addEventListener('click', (event) => this.#follow(event));
  }

  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent);
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** Links within the page do not load it anew. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download'))
      return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const route = new Route();

/** The code in the address of a table: whoever sits there has it in the address bar, so that a copy
 * of the address is an invitation. */
export const invitedBy = (): string => /[?&]code=(\w+)/.exec(location.search)?.[1] ?? '';
