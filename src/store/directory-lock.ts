import { join } from 'node:path';
import { open } from 'lmdb';

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
 */
export function lockDirectory(directory: string): DirectoryLock {
  const database = open({ path: join(directory, 'in-use.mdb') }); // opening clears the entries of dead processes
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

/** LMDB's reader table as text: a heading, then one line per reader that starts with its process id. */
function parseReaders(list: string): number[] {
  return [...list.matchAll(/^\s*(\d+)\s/gm)].map((line) => Number(line[1]));
}
