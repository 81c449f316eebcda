import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { dataFileFault } from './data-file/check-data-file.ts';
import { withStoreErrors } from './store-error.ts';
import { assertWritable } from './writable.ts';

/** The directory is locked by another live process, or by this one. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';
  readonly directory: string;
  /** process id of the holder; undefined when it is unknown (in another container, for instance) */
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | undefined) {
    super(`${directory} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}: stop that one first`);
    this.directory = directory;
    this.pid = pid;
  }
}

type DirectoryLock = {
  /** what holds the lock: while it exists, nobody else gets it */
  readonly file: string;
  release(): Promise<void>;
};

/**
 * Locks an existing directory until `release` or until this process ends, in whatever way. Throws a DirectoryInUseError
 * while another holder has it, and a StoreError when the directory cannot be written.
 *
 * Node has no file locks, but LMDB has: every reader of a database has an entry in a table, backed by a lock of the
 * operating system, so that the entries of dead processes can be recognised and cleared. Holding the lock means being
 * the only reader of an otherwise empty database. Of two openers at the same instant both may fail, but never both
 * succeed.
 *
 * The table and the locks are in `in-use.mdb-lock`; `in-use.mdb` itself is empty and can be recreated when it is
 * damaged, even while another process holds the lock.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const table = join(directory, 'in-use.mdb');
  const database = openTable(table);
  try {
    const transaction = database.useReadTransaction();
    const readers = parseReaders(database.readerList());
    if (readers.length === 1) {
      return {
        file: `${table}-lock`,
        release: async () => {
          transaction.done();
          await database.close();
        },
      };
    }
    transaction.done();
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
