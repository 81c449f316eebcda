import { StoreError, withStoreErrors } from '../store-error.ts';
import { pageFault } from './check-pages.ts';
import { readFileHeader } from './read-header.ts';

/**
 * Checks a database file before it is mapped into memory, where a wrong byte in its header or a missing page ends the
 * process. Costs two small reads. Throws a StoreError. A file that does not exist or is empty is a new one.
 */
export function checkDataFile(file: string): void {
  const fault = withStoreErrors(file, () => dataFileFault(file));
  if (fault !== undefined) throw new StoreError({ code: 'damaged', file, reason: fault });
}

/** Headers change while somebody else commits: what is wrong twice in a row is wrong. */
export function dataFileFault(file: string): string | undefined {
  return faultNow(file) && faultNow(file);
}

function faultNow(file: string): string | undefined {
  const header = readFileHeader(file);
  if (typeof header !== 'object') return header;
  const { fileSize, pageSize, lastPage } = header;
  // LMDB does not write free pages at the end, so a short file may be whole: it is when no page in use is missing.
  return fileSize < (lastPage + 1) * pageSize ? pageFault(file, header) : undefined;
}
