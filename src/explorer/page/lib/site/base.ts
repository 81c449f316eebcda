/** Below which path of its host the page is, such as `/explorer` behind a proxy; empty at the root. */
export const base: string = document.querySelector('meta[name="qord-base"]')?.getAttribute('content') ?? '';

/** A path of the host as one of the explorer: without what is before all of its paths. */
export function withoutBase(path: string): string {
  return isBelowBase(path) ? path.slice(base.length) || '/' : path;
}

/** Whether a path of the host is one of the explorer: others belong to other sites there. */
export function isBelowBase(path: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}
