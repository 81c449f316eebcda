import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All JSON files below a folder, in the order of names; for a file, the file itself. */
export function jsonFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(path, name));
}
