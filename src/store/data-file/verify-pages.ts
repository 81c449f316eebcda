import { withStoreErrors } from '../store-error.ts';
import { pageFault } from './check-pages.ts';
import { readFileHeader } from './read-header.ts';

/**
 * The first structural fault of a database file, which nobody must write meanwhile; undefined when there is none.
 * `onProgress` is called every 1024 pages. Throws a StoreError when the file cannot be read.
 */
export function verifyPages(file: string, onProgress: (done: number, total: number) => void): string | undefined {
  return withStoreErrors(file, () => {
    const header = readFileHeader(file);
    if (header === undefined) return 'it is empty';
    if (typeof header === 'string') return header;
    const { main, freePages } = header;
    const total = [main, freePages].reduce(
      (sum, tree) => sum + tree.branchPages + tree.leafPages + tree.overflowPages,
      0,
    );
    let seen = 0;
    const fault = pageFault(file, header, () => {
      if (seen++ % 1024 === 0) onProgress(Math.min(seen, total), total);
    });
    onProgress(total, total);
    return fault;
  });
}
