import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase, type Transaction } from 'lmdb';
import { emptyBytes } from '../primitives/bytes.ts';
import type { Batch } from './batch.ts';
import { checkDataFile } from './data-file/check-data-file.ts';
import { lockDirectory } from './directory-lock.ts';
import { mapSizeWithin, usualMapSize } from './map-size.ts';
import { StoreError, storeErrorOf, withStoreErrors } from './store-error.ts';
import type { RangeOptions, Reader, Row, Snapshot, Store, Table } from './types.ts';
import { assertWritable } from './writable.ts';

type ReadOptions = { readonly transaction: Transaction };
type Database = RootDatabase<Uint8Array, Uint8Array> & {
  /** The value in memory that the next read writes to. lmdb's own type leaves the options out. */
  getBinaryFast(key: Uint8Array, within: ReadOptions): Uint8Array | undefined;
};

/** `durable`: see options.ts. */
export type StoreOptions = {
  readonly durable: boolean;
  /** Called when the database fails while it is used; whatever was asked of it throws the same. */
  readonly onFailure?: (error: StoreError) => void;
  /** Called when the address space is too small for the usual map. Each time the file outgrows the map takes longer. */
  readonly onSmallMap?: (bytes: number) => void;
};

/**
 * Opens the database in `directory`, made when missing. Throws a DirectoryInUseError while another opener holds it, and a
 * StoreError when the file is damaged, or the system lets nobody write there.
 * Not durable, commits leave it to the operating system when they reach the disk: the end of the process loses nothing,
 * a power loss may cost the database.
 */
export function openLmdbStore(directory: string, options: StoreOptions = { durable: true }): Store {
  withStoreErrors(directory, () => mkdirSync(directory, { recursive: true }));
  const lock = lockDirectory(directory);
  const file = dataFileOf(directory);
  const guard = guardOf(file, options.onFailure);
  try {
    checkDataFile(file);
    withStoreErrors(file, () => assertWritable(file));
    const database = openDatabase(file, { noSync: !options.durable }, options.onSmallMap);
    const kept = new KeptRead(database);
    return {
      ...reader(database, kept, guard),
      snapshot: () => takeSnapshot(database, guard),
      commit: (batch) =>
        guard(() => {
          try {
            write(database, batch);
          } finally {
            kept.renew();
          }
        }),
      close: async () => {
        kept.transaction.done();
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    void lock.release();
    throw storeErrorOf(error, file) ?? error;
  }
}

/** The file of the database in a directory. */
export function dataFileOf(directory: string): string {
  return join(directory, 'data.mdb');
}

/** Read access for another thread or process than the one that writes. */
export type StoreReader = Reader & {
  /** Moves on to the newest commit. Until then all reads see the one of the last refresh, and keep its disk space. */
  refresh(): void;
  close(): Promise<void>;
};

/** Opens a database that somebody else writes, at its newest commit. Throws a StoreError when it is missing or damaged. */
export function openLmdbReader(directory: string): StoreReader {
  const file = dataFileOf(directory);
  withStoreErrors(file, () => accessSync(file, constants.R_OK));
  checkDataFile(file);
  const guard = guardOf(file, undefined);
  const database = openDatabase(file, { readOnly: true }, undefined);
  const kept = new KeptRead(database);
  return {
    ...reader(database, kept, guard),
    refresh: () => kept.renew(),
    close: () => {
      kept.transaction.done();
      return database.close();
    },
  };
}

/** Returns what `work` returns; an error of the database becomes a StoreError, which somebody is told of. */
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

/** A read transaction that lasts from one commit to the next. Left to itself, lmdb begins one in every turn. */
class KeptRead {
  readonly #database: Database;
  transaction: Transaction;

  constructor(database: Database) {
    this.#database = database;
    this.transaction = database.useReadTransaction();
  }

  /** Moves on to the newest commit. */
  renew(): void {
    this.transaction.done();
    this.#database.resetReadTxn();
    this.transaction = this.#database.useReadTransaction();
  }
}

/** Throws a StoreError when there is too little address space. */
function openDatabase(
  file: string,
  options: { readonly noSync?: boolean; readonly readOnly?: boolean },
  onSmallMap: StoreOptions['onSmallMap'],
): Database {
  const mapSize = mapSizeWithin(file);
  if (mapSize === undefined) {
    throw new StoreError({ code: 'no-memory', file, reason: 'too little address space is left' });
  }
  if (mapSize < usualMapSize) onSmallMap?.(mapSize);
  return open<Uint8Array, Uint8Array>({
    path: file,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false, // a commit that returns is on disk
    ...(process.platform === 'win32' ? {} : { mapSize }), // there, the file itself would be made that large
    ...options,
  });
}

function write(database: Database, { writes }: Batch): void {
  database.transactionSync(() => {
    for (const { table, key, value } of writes) {
      const fullKey = inTable(table, key);
      if (value === undefined) database.removeSync(fullKey);
      else database.putSync(fullKey, value);
    }
  });
}

function takeSnapshot(database: Database, guard: Guard): Snapshot {
  const transaction = guard(() => database.useReadTransaction());
  return { ...reader(database, { transaction }, guard), close: () => transaction.done() };
}

/** Reading is where the time goes: here an error is caught without a function around each read. */
function reader(database: Database, within: ReadOptions, guard: Guard): Reader {
  const fail = (error: unknown): never =>
    guard(() => {
      throw error;
    });
  return {
    get: (table, key) => {
      try {
        const value = database.get(inTable(table, key), within);
        return value && asPlain(value);
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
      return value && use(asPlain(value));
    },
    has: (table, key) => {
      try {
        return database.getBinaryFast(inTable(table, key), within) !== undefined;
      } catch (error) {
        return fail(error);
      }
    },
    range: (table, options = {}) => rows(database, table, options, within, fail),
  };
}

function* rows(
  database: Database,
  table: Table,
  options: RangeOptions,
  within: ReadOptions,
  fail: (error: unknown) => never,
): Iterable<Row> {
  const { start = emptyBytes, end, reverse = false, limit = Number.POSITIVE_INFINITY } = options;
  const first = inTable(table, start);
  const behind = end === undefined ? Uint8Array.of(table + 1) : inTable(table, end);
  const bounds = {
    start: reverse ? behind : first,
    end: reverse ? first : behind,
    reverse,
    exclusiveStart: reverse,
    inclusiveEnd: reverse,
    limit,
  };
  try {
    const found = database.getRange(Object.assign(bounds, within)); // a copy with more fields would take a microsecond
    for (const { key, value } of found) yield [key.subarray(1), asPlain(value)];
  } catch (error) {
    fail(error);
  }
}

/** All tables share one tree: a key starts with the number of its table. */
function inTable(table: Table, key: Uint8Array): Uint8Array {
  const fullKey = new Uint8Array(1 + key.length);
  fullKey[0] = table;
  fullKey.set(key, 1);
  return fullKey;
}

/**
 * lmdb answers Buffers, whose slice() and equality differ from what the rest of the code expects of bytes. Those that it
 * will use again have more bytes than they say: their `length` is the value's.
 */
function asPlain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
