import { isOtherNode } from '../node/endpoints.ts';
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
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(name)) ?? 'null') as Kept | null; // written below alone
    return kept?.hash === hash ? kept.declaration : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it in the place of the one before. */
export function keepDeclaration(hash: string, declaration: ModuleDeclaration): void {
  if (isOtherNode) return; // it could leave false addresses for the pages of this node
  try {
    localStorage.setItem(storageKey(declaration.name), JSON.stringify({ hash, declaration } satisfies Kept));
  } catch {
    // the browser keeps some 5 MB for a site: what does not fit is read again with the next page
  }
}
