import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase, type Transaction } from 'lmdb';
import { emptyBytes } from '../primitives/bytes.ts';
import type { Batch } from './batch.ts';
import type { RangeOptions, Reader, Row, Snapshot, Store, Table } from './contract.ts';
import { lockDirectory } from './directory-lock.ts';

/**
 * Bytes of address space the file is mapped into at first. When it outgrows them it is mapped anew, and the pages of the
 * map before stay in memory too: begun small, that doubles what a database takes.
 */
const mapSize = 64 * 2 ** 30;

type ReadOptions = { readonly transaction: Transaction };
type Database = RootDatabase<Uint8Array, Uint8Array> & {
  /** The value in memory that the next read writes to. lmdb's own type leaves the options out. */
  getBinaryFast(key: Uint8Array, within: ReadOptions): Uint8Array | undefined;
};

/**
 * Opens the database in `directory`, made when missing. Throws a DirectoryInUseError while another opener holds it.
 * Not durable, commits leave it to the operating system when they reach the disk: the end of the process loses nothing,
 * a power loss may cost the database.
 */
export function openLmdbStore(directory: string, { durable } = { durable: true }): Store {
  mkdirSync(directory, { recursive: true });
  const lock = lockDirectory(directory);
  try {
    const database = openDatabase(directory, { noSync: !durable });
    const kept = new KeptRead(database);
    return {
      ...reader(database, kept),
      snapshot: () => takeSnapshot(database),
      commit: (batch) => {
        try {
          write(database, batch);
        } finally {
          kept.renew();
        }
      },
      close: async () => {
        kept.transaction.done();
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    void lock.release();
    throw error;
  }
}

/** Read access for another thread or process than the one that writes. */
export type StoreReader = Reader & {
  /** Moves on to the newest commit. Until then all reads see the one of the last refresh, and keep its disk space. */
  refresh(): void;
  close(): Promise<void>;
};

/** Opens a database that somebody else writes, at its newest commit. Throws when it does not exist. */
export function openLmdbReader(directory: string): StoreReader {
  const database = openDatabase(directory, { readOnly: true });
  const kept = new KeptRead(database);
  return {
    ...reader(database, kept),
    refresh: () => kept.renew(),
    close: () => {
      kept.transaction.done();
      return database.close();
    },
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

function openDatabase(
  directory: string,
  options: { readonly noSync?: boolean; readonly readOnly?: boolean },
): Database {
  return open<Uint8Array, Uint8Array>({
    path: join(directory, 'data.mdb'),
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

function takeSnapshot(database: Database): Snapshot {
  const transaction = database.useReadTransaction();
  return { ...reader(database, { transaction }), close: () => transaction.done() };
}

function reader(database: Database, within: ReadOptions): Reader {
  return {
    get: (table, key) => {
      const value = database.get(inTable(table, key), within);
      return value && asPlain(value);
    },
    lend: (table, key, use) => {
      const value = database.getBinaryFast(inTable(table, key), within);
      return value && use(asPlain(value));
    },
    has: (table, key) => database.getBinaryFast(inTable(table, key), within) !== undefined,
    range: (table, options = {}) => rows(database, table, options, within),
  };
}

function* rows(database: Database, table: Table, options: RangeOptions, within: ReadOptions): Iterable<Row> {
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
  const found = database.getRange(Object.assign(bounds, within)); // a copy with more fields would take a microsecond
  for (const { key, value } of found) yield [key.subarray(1), asPlain(value)];
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
