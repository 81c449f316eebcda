import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { open, type Transaction } from 'lmdb';
import { emptyBytes } from '../primitives/bytes.ts';
import type { NativeCall } from '../primitives/guarded-worker.ts';
import { makeFolder } from '../primitives/make-folder.ts';
import { newBytes } from '../primitives/mapped-bytes.ts';
import { checkDataFile } from './data-file/check-data-file.ts';
import { lockDirectory } from './directory-lock.ts';
import { FolderWatch } from './folder-watch.ts';
import { type Database, inTable, type ReadOptions } from './lmdb-database.ts';
import { LmdbWriter } from './lmdb-writer.ts';
import { mapSizeWithin, usualMapBytes } from './map-size.ts';
import { StoreError, storeErrorOf, withStoreErrors } from './store-error.ts';
import type { RangeOptions, Reader, Row, Store, StoreReader, Table } from './types.ts';
import { assertRoom, assertWritable } from './writable.ts';

/** The type of the lmdb package lacks it. */
type SyncOnDemand = { sync(done: (error: unknown) => void): void };

/** `durable`: see options.ts. */
type StoreOptions = {
  readonly durable: boolean;
  /** Called when the database fails while it is in use; the failed call throws the same error. */
  readonly onFailure?: (error: StoreError) => void;
  /**
   * Called when the address space is too small for the usual map: then the file is mapped again whenever it outgrows it.
   */
  readonly onSmallMap?: (bytes: number) => void;
};

/**
 * Opens the database in `directory`, which is created when missing. Throws a DirectoryInUseError while another process
 * holds it, and a StoreError when the file is damaged or not writable.
 *
 * With `durable: false` the operating system decides when a commit reaches the disk: a crash of the process loses
 * nothing, a power loss may damage the database.
 */
export function openLmdbStore(directory: string, options: StoreOptions = { durable: true }): Store {
  withStoreErrors(directory, () => void makeFolder(directory));
  const lock = lockDirectory(directory);
  const file = dataFileOf(directory);
  const guard = guardOf(file, options.onFailure);
  try {
    checkDataFile(file);
    withStoreErrors(file, () => assertWritable(file));
    const mapSize = mapSizeOf(file);
    const maxMapBytes = mapSize < usualMapBytes ? mapSize : undefined;
    if (maxMapBytes !== undefined) options.onSmallMap?.(maxMapBytes);
    const database = openDatabase(file, mapSize, { noSync: !options.durable });
    const current = new ReadTransaction(database);
    const folder = new FolderWatch([file, `${file}-lock`, lock.file], { maxMapBytes });
    const writer = new LmdbWriter(database, { durable: options.durable, onCommit: () => current.renew() });
    return {
      ...reader(database, current, guard),
      commit: (batch) =>
        guard(() => {
          folder.assertUsable();
          writer.write(batch);
        }),
      commitInBackground: async (batch, done) => {
        try {
          folder.assertUsable();
          await writer.writeInBackground(batch, done);
        } catch (error) {
          guard(() => {
            throw error;
          });
        }
      },
      whenIdle: (work) => writer.whenIdle(work),
      close: async () => {
        await writer.whenIdle(() => current.transaction.done());
        try {
          if (!options.durable) await writeOut(database, file);
        } finally {
          await database.close();
          await lock.release();
        }
      },
    };
  } catch (error) {
    void lock.release();
    throw storeErrorOf(error, file) ?? error;
  }
}

/** Waits until all commits are on disk: after a clean end, a power loss does no harm. Rejects with a StoreError. */
async function writeOut(database: Database, file: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    (database as Database & SyncOnDemand).sync((error) => {
      if (!error) return resolve();
      const reason = error instanceof Error ? error.message : String(error);
      reject(storeErrorOf(error, file) ?? new StoreError({ code: 'disk-failure', file, reason }));
    });
  });
}

/** The file of the database in a directory. */
export function dataFileOf(directory: string): string {
  return join(directory, 'data.mdb');
}

/**
 * Opens a database that another process or thread writes, at its newest commit. Throws a StoreError when it is missing
 * or damaged. `through`: of a worker thread, see GuardedWorker; reads of single values need it not.
 */
export function openLmdbReader(directory: string, through?: NativeCall): StoreReader {
  const file = dataFileOf(directory);
  withStoreErrors(file, () => accessSync(file, constants.R_OK));
  checkDataFile(file);
  withStoreErrors(file, () => assertRoom(file));
  const guard = guardOf(file, undefined);
  const database = openDatabase(file, mapSizeOf(file), { readOnly: true });
  const current = new ReadTransaction(database);
  return {
    ...reader(database, current, guard, through),
    refresh: () => (through === undefined ? current.renew() : through(() => current.renew())),
    close: () => {
      current.transaction.done();
      return database.close();
    },
  };
}

/** Returns what `work` returns. An error of the database is reported to `onFailure` and thrown as a StoreError. */
type Guard = <T>(work: () => T) => T;

function guardOf(file: string, onFailure: StoreOptions['onFailure']): Guard {
  return (work) => {
    try {
      return work();
    } catch (error) {
      const failure = storeErrorOf(error, file);
      if (failure !== undefined) onFailure?.(failure);
      throw failure ?? error;
    }
  };
}

/** A read transaction that lasts from one commit to the next; by default lmdb begins one in every event-loop turn. */
class ReadTransaction {
  readonly #database: Database;
  transaction: Transaction;

  constructor(database: Database) {
    this.#database = database;
    this.transaction = database.useReadTransaction();
  }

  /** Moves to the newest commit. */
  renew(): void {
    this.transaction.done();
    this.#database.resetReadTxn();
    this.transaction = this.#database.useReadTransaction();
  }
}

/** Bytes for the map of the file. Throws a StoreError when there is too little address space. */
function mapSizeOf(file: string): number {
  const mapSize = mapSizeWithin(file);
  if (mapSize !== undefined) return mapSize;
  throw new StoreError({ code: 'no-memory', file, reason: 'too little address space is left' });
}

function openDatabase(
  file: string,
  mapSize: number,
  options: { readonly noSync?: boolean; readonly readOnly?: boolean },
): Database {
  return open<Uint8Array, Uint8Array>({
    path: file,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false, // a commit that returns is on disk
    ...(process.platform === 'win32' ? {} : { mapSize }), // there, the file itself would get that size
    ...options,
  });
}

/** Reads are the hot path: errors are caught here without a closure for each read. */
function reader(database: Database, within: ReadOptions, guard: Guard, through?: NativeCall): Reader {
  const fail = (error: unknown): never =>
    guard(() => {
      throw error;
    });
  return {
    get: (table, key) => {
      try {
        const value = database.getBinaryFast(inTable(table, key), within);
        return value && copyOf(value);
      } catch (error) {
        return fail(error);
      }
    },
    withValue: (table, key, use) => {
      let value: Uint8Array | undefined;
      try {
        value = database.getBinaryFast(inTable(table, key), within);
      } catch (error) {
        return fail(error);
      }
      return value && use(toUint8Array(value));
    },
    has: (table, key) => {
      try {
        return database.getBinaryFast(inTable(table, key), within) !== undefined;
      } catch (error) {
        return fail(error);
      }
    },
    range: (table, options = {}) => rows(database, table, options, within, fail, through),
  };
}

function* rows(
  database: Database,
  table: Table,
  options: RangeOptions,
  within: ReadOptions,
  fail: (error: unknown) => never,
  through: NativeCall | undefined,
): Iterable<Row> {
  const { start = emptyBytes, end, reverse = false, limit = Number.POSITIVE_INFINITY } = options;
  const first = inTable(table, start);
  const after = end === undefined ? Uint8Array.of(table + 1) : inTable(table, end);
  const bounds = {
    start: reverse ? after : first,
    end: reverse ? first : after,
    reverse,
    exclusiveStart: reverse,
    inclusiveEnd: reverse,
    limit,
  };
  try {
    const found = database.getRange(Object.assign(bounds, within)); // a spread copy would take a microsecond
    for (const { key, value } of through === undefined ? found : eachThrough(found, through))
      yield [key.subarray(1), toUint8Array(value)];
  } catch (error) {
    fail(error);
  }
}

/** Advances, and ends early, through `through`. */
function eachThrough<T>(items: Iterable<T>, through: NativeCall): Iterable<T> {
  return {
    [Symbol.iterator]: () => {
      const iterator = through(() => items[Symbol.iterator]());
      return {
        next: () => through(() => iterator.next()),
        return: (value) => through(() => iterator.return?.(value)) ?? { done: true, value: undefined },
      };
    },
  };
}

/** The bytes of a buffer that the next read overwrites. */
function copyOf(buffer: Uint8Array): Uint8Array {
  const copy = newBytes(buffer.length);
  copy.set(toUint8Array(buffer));
  return copy;
}

/**
 * lmdb returns Buffers, whose `slice` and equality differ from those of a Uint8Array. The memory of a reused one is
 * longer than the value; its `length` is that of the value.
 */
function toUint8Array(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
