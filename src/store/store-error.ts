import { constants } from 'node:os';
import { faultError } from '../primitives/fault-error.ts';

/** Why a database cannot be used. `reason` is what was observed. */
type StoreFault = {
  readonly code: 'damaged' | 'disk-full' | 'disk-failure' | 'no-access' | 'no-memory' | 'replaced' | 'too-many-files';
  readonly file: string;
  readonly reason: string;
};

/** The database cannot be used. The message is one line that names the file and says what to do. */
export class StoreError extends faultError('StoreError', storeFaultText) {}

function storeFaultText({ code, file, reason }: StoreFault): string {
  return `${file} ${remedies[code](reason)}`;
}

const remedies: Readonly<Record<StoreFault['code'], (reason: string) => string>> = {
  damaged: (reason) =>
    `is damaged: ${reason}; stop what uses it, look with qord verify, and restore a copy of the data folder`,
  'disk-full': (reason) =>
    `cannot grow: ${reason}; nothing of the last committed block is lost: make room on the disk and start again`,
  'disk-failure': (reason) =>
    `cannot be read or written: ${reason}; the disk is full or failing: make room and start again, or look with qord verify and restore a copy elsewhere`,
  'no-access': (reason) =>
    `cannot be opened: ${reason}; let this user read and write the folder, or name another --home`,
  'no-memory': (reason) => `cannot be mapped into memory: ${reason}; raise the limit with ulimit -v unlimited`,
  replaced: (reason) =>
    `has been ${reason} while this node had it open: leave the data folder alone while a node runs; put the right one in its place, and start again`,
  'too-many-files': (reason) => `cannot be opened: ${reason}; raise the limit with ulimit -n 4096`,
};

/** Error codes of LMDB (lmdb.h) that mean damage. */
const damageCodes: ReadonlySet<number> = new Set([
  -30797, // MDB_PAGE_NOTFOUND
  -30796, // MDB_CORRUPTED
  -30794, // MDB_VERSION_MISMATCH
  -30793, // MDB_INVALID
  -30785, // MDB_PAGE_FULL
  -30784, // MDB_INCOMPATIBLE
  -30782, // MDB_BAD_TXN: after the first error of a transaction
  -30779, // MDB_PROBLEM
]);
const mapFull = -30792;
/** MDB_PANIC: a header could not be written */
const panic = -30795;

const systemCodes: ReadonlyMap<string, StoreFault['code']> = new Map([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EFBIG', 'disk-full'],
  ['EIO', 'disk-failure'],
  ['EACCES', 'no-access'],
  ['EPERM', 'no-access'],
  ['EROFS', 'no-access'],
  ['ENOTDIR', 'no-access'],
  ['ENOENT', 'no-access'],
  ['ELOOP', 'no-access'],
  ['ENAMETOOLONG', 'no-access'],
  ['EISDIR', 'no-access'],
  ['EEXIST', 'no-access'],
  ['ENOMEM', 'no-memory'],
  ['EMFILE', 'too-many-files'],
  ['ENFILE', 'too-many-files'],
]);

/** What LMDB adds to the error of a write: places and sizes. The file was open for writing before. */
const writeError = ': Attempting to write';

/** By number, as LMDB returns them. Node's own list lacks some, such as EDQUOT. */
const systemNames: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.errno).map(([name, number]) => [number, name]),
);

/** The StoreError for an error of LMDB or of the system about the file; undefined for any other error. */
export function storeErrorOf(error: unknown, file: string): StoreError | undefined {
  if (error instanceof StoreError) return error;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = faultCodeOf(error.code);
  const [reason = ''] = error.message.trim().split(writeError);
  const isWhileWriting = reason.length < error.message.trim().length;
  return code && new StoreError({ code: isWhileWriting && code === 'no-access' ? 'disk-failure' : code, file, reason });
}

function faultCodeOf(code: unknown): StoreFault['code'] | undefined {
  if (typeof code === 'string') return systemCodes.get(code);
  if (typeof code !== 'number') return undefined;
  if (damageCodes.has(code)) return 'damaged';
  if (code === mapFull) return 'disk-full';
  if (code === panic) return 'disk-failure';
  if (code < 0) return undefined; // of LMDB, and a mistake of the caller
  return systemCodes.get(systemNames.get(code) ?? '') ?? 'disk-failure'; // such as a network drive that is gone
}

/** Returns what `work` returns. Throws errors about the file as StoreErrors. */
export function withStoreErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeErrorOf(error, file) ?? error;
  }
}
