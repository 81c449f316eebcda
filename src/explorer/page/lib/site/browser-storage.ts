import { base } from './base.ts';

/** Other sites of the host, beside the path of the explorer, have names of their own. */
const keyOf = (name: string) => (base === '' ? name : `${base} ${name}`);

/** What this browser keeps under a name; null for nothing, also where its user allows no storage. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** The same, as JSON; undefined for nothing, and for what is none. */
export function readStoredJson(name: string): unknown {
  try {
    return JSON.parse(readStored(name) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** Keeps a text in this browser. It has some 5 MB for a site: what does not fit lasts as long as the page is open. */
export function store(name: string, text: string): void {
  try {
    localStorage.setItem(keyOf(name), text);
  } catch {
    // full, or not allowed: nothing depends on it
  }
}
