import { signal } from '@preact/signals';
import { readStoredJson, store } from '../site/browser-storage.ts';

/** A call made in the console. */
export type Made = { readonly method: string; readonly params: readonly unknown[]; readonly at: number };

const storageKey = 'console';
const most = 50;

function readMade(): readonly Made[] {
  const stored = readStoredJson(storageKey);
  return Array.isArray(stored) ? stored.filter(isMade) : [];
}

function isMade(value: unknown): value is Made {
  const { method, params, at } = (value ?? {}) as Partial<Made>;
  return typeof method === 'string' && Array.isArray(params) && typeof at === 'number';
}

/** Newest first; kept in this browser. */
export const made = signal<readonly Made[]>(readMade());

/** Puts a request at the beginning of the list that this browser keeps; an equal one moves there. */
export function remember(method: string, params: readonly unknown[]): void {
  const same = (each: Made) => each.method === method && JSON.stringify(each.params) === JSON.stringify(params);
  made.value = [{ method, params, at: Date.now() / 1000 }, ...made.peek().filter((each) => !same(each))].slice(0, most);
  store(storageKey, JSON.stringify(made.value));
}
