import { isOtherNode } from '../node/endpoints.ts';
import { readStoredJson, store } from '../site/browser-storage.ts';
import type { ModuleDeclaration } from './modules.ts';

/**
 * Declarations of modules, kept in this browser: together they are a quarter of a megabyte, and change only with the
 * program of the node.
 */

const storageKey = (name: string) => `module ${name}`;

type Kept = { readonly hash: string; readonly declaration: ModuleDeclaration };

/** The declaration that this browser has under the hash that the node states; undefined when it has another or none. */
export function keptDeclaration(name: string, hash: string): ModuleDeclaration | undefined {
  if (isOtherNode) return undefined;
  const kept = readStoredJson(storageKey(name)) as Partial<Kept> | null | undefined; // written below alone
  return kept?.hash === hash ? kept.declaration : undefined;
}

/** Keeps it in the place of the one before. */
export function keepDeclaration(hash: string, declaration: ModuleDeclaration): void {
  if (isOtherNode) return; // it could leave false addresses for the pages of this node
  store(storageKey(declaration.name), JSON.stringify({ hash, declaration } satisfies Kept));
}
