import { StoreError, withStoreErrors } from '../store-error.ts';
import { pageFault } from './check-pages.ts';
import { readFileHeader } from './read-header.ts';

/**
 * Checks a database file before it is mapped into memory: once it is mapped, a wrong byte in its header or a missing
 * page would end the process. Costs two small reads. Throws a StoreError. A file that is missing or empty is valid.
 */
export function checkDataFile(file: string): void {
  const fault = withStoreErrors(file, () => dataFileFault(file));
  if (fault !== undefined) throw new StoreError({ code: 'damaged', file, reason: fault });
}

/**
 * The fault of a database file, if any. Headers change while another process commits: only a fault seen twice counts.
 */
export function dataFileFault(file: string): string | undefined {
  return faultNow(file) && faultNow(file);
}

function faultNow(file: string): string | undefined {
  const header = readFileHeader(file);
  if (typeof header !== 'object') return header;
  const { fileBytes, pageSize, lastPage } = header;
  // LMDB does not write free pages at the end: a short file is valid as long as no page in use is missing.
  return fileBytes < (lastPage + 1) * pageSize ? pageFault(file, header) : undefined;
}
