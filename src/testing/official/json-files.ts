import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All JSON files of a folder and what is below it, in name order; a file stands for itself. */
export function jsonFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(path, name));
}
