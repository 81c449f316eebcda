import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { dataFileFault } from './data-file/check-data-file.ts';
import { withStoreErrors } from './store-error.ts';
import { assertWritable } from './writable.ts';

/** The directory belongs to another opener that is alive: a process, or an earlier open of this one. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';
  readonly directory: string;
  /** process id of the other opener, undefined when it cannot be told (another container, for instance) */
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | undefined) {
    super(`${directory} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}: stop that one first`);
    this.directory = directory;
    this.pid = pid;
  }
}

export type DirectoryLock = { release(): Promise<void> };

/**
 * Claims an existing directory until released or until this process ends, however it ends. Throws a
 * DirectoryInUseError while somebody else holds it.
 *
 * Node has no file locks of its own, LMDB does: every reader of a database is entered in a table and backed by a lock
 * of the operating system, so that entries of dead processes can be told and cleared. The claim is to be the only
 * reader of an otherwise empty database. Two openers at the same instant may both be refused, never both admitted.
 *
 * The table and the locks are in `in-use.mdb-lock`; `in-use.mdb` itself holds nothing. So a damaged one can be made anew,
 * whoever holds the claim. Throws a StoreError when the directory cannot be written.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const database = openTable(join(directory, 'in-use.mdb'));
  try {
    const claim = database.useReadTransaction();
    const readers = parseReaders(database.readerList());
    if (readers.length === 1) {
      return {
        release: async () => {
          claim.done();
          await database.close();
        },
      };
    }
    claim.done();
    throw new DirectoryInUseError(directory, readers.find((pid) => pid !== process.pid) ?? process.pid);
  } catch (error) {
    void database.close();
    throw error instanceof DirectoryInUseError ? error : new DirectoryInUseError(directory, undefined);
  }
}

/** Opening clears the entries of dead processes. */
function openTable(path: string): ReturnType<typeof open> {
  return withStoreErrors(path, () => {
    if (dataFileFault(path) !== undefined) rmSync(path);
    assertWritable(path);
    return open({ path });
  });
}

/** LMDB's reader table as text: a heading, then one line per reader that starts with its process id. */
function parseReaders(list: string): number[] {
  return [...list.matchAll(/^\s*(\d+)\s/gm)].map((line) => Number(line[1]));
}
