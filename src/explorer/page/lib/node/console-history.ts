import { signal } from '@preact/signals';

/** A call made in the console. */
export type Made = { readonly method: string; readonly params: readonly unknown[]; readonly at: number };

const storageKey = 'console';
const most = 50;

function readStored(): readonly Made[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as readonly Made[]; // written below alone
  } catch {
    return [];
  }
}

/** Newest first; kept in this browser. */
export const made = signal<readonly Made[]>(readStored());

/** Puts a request at the beginning of the list that this browser keeps; an equal one moves there. */
export function remember(method: string, params: readonly unknown[]): void {
  const same = (each: Made) => each.method === method && JSON.stringify(each.params) === JSON.stringify(params);
  made.value = [{ method, params, at: Date.now() / 1000 }, ...made.peek().filter((each) => !same(each))].slice(0, most);
  localStorage.setItem(storageKey, JSON.stringify(made.value));
}
