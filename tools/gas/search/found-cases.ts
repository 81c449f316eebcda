import { readFileSync } from 'node:fs';
import type { SearchCase } from './search-case.ts';

/** What `npm run gas -- --search` has found, in this and earlier versions: tried first, and rows of `bench -- gas`. */
export function foundCases(): readonly SearchCase[] {
  const file = new URL('../../../../tools/gas/search/found-cases.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as readonly SearchCase[];
}
