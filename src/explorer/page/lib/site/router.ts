import { signal } from '@preact/signals';
import { chosenQuery } from '../node/endpoints.ts';
import { base, isBelowBase, withoutBase } from './base.ts';
import { followPlaces, forgetPlaces, keepPlace } from './places.ts';

/** Where the page is. `path`: below the one of the explorer. */
export type Location = { readonly path: string; readonly query: URLSearchParams; readonly hash: string };

const read = (): Location => ({
  path: withoutBase(window.location.pathname).replace(/^\/+/, '/'), // `//x` would be another host
  query: new URLSearchParams(window.location.search),
  hash: window.location.hash,
});

export const location = signal<Location>(read());

/** The parts of a path, decoded; a part that is not valid stays as it is. */
export function segmentsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

/** The path of the host to a page of the explorer, with what must stay in every URL. `query`: undefined members are left out. */
export function href(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const all = new URLSearchParams([...chosenQuery]);
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') all.set(name, value);
  const text = all.toString();
  return `${base}${path}${text === '' ? '' : `?${text}`}`;
}

/** Shows another page. */
export function navigate(to: string): void {
  keepPlace();
  forgetPlaces();
  window.history.pushState(null, '', to);
  location.value = read();
  window.scrollTo(0, 0);
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** Changes the query of this page without a new entry in the history: what is sorted, filtered, opened. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const query = Object.fromEntries(location.peek().query);
  window.history.replaceState(window.history.state, '', href(location.peek().path, { ...query, ...changes }));
  location.value = read();
}

/** Links of this site change the page without reloading it. */
export function followLinks(): void {
  followPlaces(() => {
    location.value = read();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target !== '' || link.origin !== window.location.origin || link.hasAttribute('download')) return;
    if (!isBelowBase(link.pathname)) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    navigate(link.href);
  });
}
