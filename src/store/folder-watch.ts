import { statSync } from 'node:fs';
import { elapsedMs } from '../primitives/machine.ts';
import { freeBytes } from './free-bytes.ts';
import { StoreError } from './store-error.ts';

/** Least milliseconds between two looks: one costs as much as a part of a block with a single transaction. */
const intervalMs = 100;
const megabyte = 2 ** 20;
/**
 * Bytes of the disk that are left free: more than a block takes. LMDB writes its message about a disk that is full into
 * too few bytes when the file is large, by which the whole process may abort.
 */
const reserve = 64 * megabyte;

type WatchOptions = {
  /** bytes of the disk that must be free */
  readonly reserveBytes?: number;
  /** bytes of the map of the first file where it cannot grow; undefined where it can */
  readonly maxMapBytes?: number | undefined;
};

/**
 * Notices what LMDB does not, or too late. When files are deleted, moved or replaced while this process has them open,
 * what it writes is in no file that a name leads to, and another process may begin to use the same names. And a disk
 * gets full, and so does the map of a file whose process has no more address space: a signal would end it.
 */
export class FolderWatch {
  readonly #identities: ReadonlyMap<string, string>;
  readonly #reserve: number;
  readonly #maxMapBytes: number;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** `files` are open, in one folder, and are what their names lead to. */
  constructor(files: readonly string[], options: WatchOptions = {}) {
    this.#identities = new Map(files.map((file) => [file, identityOf(file)]));
    this.#reserve = options.reserveBytes ?? reserve;
    this.#maxMapBytes = options.maxMapBytes ?? Number.POSITIVE_INFINITY;
  }

  /** Throws a StoreError when nothing should be written any more. Looks for most of it after 100 milliseconds only. */
  assertUsable(): void {
    const [file = ''] = this.#identities.keys();
    this.#assertInMap(file);
    const now = elapsedMs();
    if (now - this.#lookedAt < intervalMs) return;
    this.#lookedAt = now;
    for (const [file, identity] of this.#identities) {
      if (identityOf(file) !== identity)
        throw new StoreError({ code: 'replaced', file, reason: 'deleted, moved or replaced' });
    }
    const free = freeBytes(file);
    if (free >= this.#reserve) return;
    const [left, needed] = [free, this.#reserve].map((bytes) => Math.floor(bytes / megabyte));
    const reason = `only ${left} MB are free, and ${needed} MB are kept for a whole block`;
    throw new StoreError({ code: 'disk-full', file, reason });
  }

  #assertInMap(file: string): void {
    if (this.#maxMapBytes === Number.POSITIVE_INFINITY || sizeOf(file) + reserve <= this.#maxMapBytes) return;
    const reason = `it has nearly filled the ${Math.floor(this.#maxMapBytes / megabyte)} MB that it was given`;
    throw new StoreError({ code: 'no-memory', file, reason });
  }
}

/** Which file a name leads to: empty for none. */
function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return '';
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
