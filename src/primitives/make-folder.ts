import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder, and those that contain it, where they are missing; returns the first of them, undefined when there
 * is nothing to create. Throws the error of the system. `recursive` of Node has no end where the system refuses a folder
 * as /proc does.
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  const folder = resolve(path);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return undefined;
  if (found !== undefined) readdirSync(folder); // throws ENOTDIR, as statSync does below a file in Node before 26
  const parent = dirname(folder);
  const first = parent === folder ? undefined : makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
    return first; // somebody else has created it meanwhile
  }
  return first ?? folder;
}
