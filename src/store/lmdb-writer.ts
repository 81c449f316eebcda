import { emptyBytes } from '../primitives/bytes.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import type { Batch } from './batch.ts';
import { type Database, inTable } from './lmdb-database.ts';

type LmdbWriterOptions = {
  /** whether each commit waits for the disk */
  readonly durable: boolean;
  /** Called after each commit, also one that failed; reads then see it. */
  readonly onCommit: () => void;
};

/**
 * Minimum rows of a commit that is made in the background though it does not wait for the disk. Measured for 3,000 rows
 * of 100 bytes: 27 ms of the main thread become 11; for 40, 0.2 become 0.35.
 */
const manyRows = 500;

/**
 * Writes batches. A key after all others is appended: LMDB then fills pages to their end, and otherwise takes the last
 * row of each to the next.
 */
export class LmdbWriter {
  readonly #database: Database;
  readonly #options: LmdbWriterOptions;
  /** the last key, or a later one, once that is removed */
  #last: Uint8Array = emptyBytes;
  /** never rejects */
  #underWay: Promise<void> | undefined;

  constructor(database: Database, options: LmdbWriterOptions) {
    this.#database = database;
    this.#options = options;
    for (const key of database.getKeys({ reverse: true, limit: 1 })) this.#last = key;
  }

  /** Throws an Error of LMDB, and when a commit is under way. */
  write(batch: Batch): void {
    this.#assertIdle();
    try {
      this.#database.transactionSync(() => this.#putAll(batch));
    } catch (error) {
      // LMDB has said so on the error output, without an end of line
      if (error instanceof Error && error.message.includes('Attempting to write')) process.stderr.write('\n');
      throw error;
    } finally {
      this.#options.onCommit();
    }
  }

  /**
   * The same, but the thread pool writes the pages and waits for the disk, unless that takes less than passing it on.
   * Calls `done` in the turn in which reads first see the commit.
   */
  async writeInBackground(batch: Batch, done: () => void): Promise<void> {
    if (!this.#options.durable && batch.writes.length < manyRows) {
      this.write(batch);
      return done();
    }
    this.#assertIdle();
    const written = this.#writeInThread(batch, done);
    const end = () => {
      this.#underWay = undefined;
    };
    this.#underWay = written.then(end, end);
    await written;
  }

  /** Calls `work` when no commit is under way: of several that wait, one may begin the next before the others. */
  async whenIdle<T>(work: () => MaybePromise<T>): Promise<T> {
    while (this.#underWay !== undefined) await this.#underWay;
    return work();
  }

  async #writeInThread(batch: Batch, done: () => void): Promise<void> {
    try {
      // a child transaction: what is thrown within another one does not undo what it has written
      await this.#database.childTransaction(() => this.#putAll(batch)).catch(throwCause);
    } finally {
      this.#options.onCommit();
    }
    done();
  }

  #assertIdle(): void {
    if (this.#underWay !== undefined) throw new Error('another commit is under way');
  }

  #putAll({ writes }: Batch): void {
    for (const { table, key, value } of writes) {
      const fullKey = inTable(table, key);
      if (value === undefined) this.#database.removeSync(fullKey);
      else this.#put(fullKey, value);
    }
  }

  #put(key: Uint8Array, value: Uint8Array): void {
    const isLast = (key[0] ?? 0) >= (this.#last[0] ?? 0) && Buffer.compare(key, this.#last) > 0;
    if (isLast) this.#last = key;
    const isWritten: unknown = this.#database.putSync(key, value, isLast ? appended : anywhere); // void in the types
    if (isWritten !== true) throw new Error('a row could not be written');
  }
}

const appended = { append: true };
const anywhere = {};

/** When a commit fails in the background, the error of LMDB is in another promise. */
async function throwCause(error: unknown): Promise<never> {
  if (error instanceof Error && 'commitError' in error) await error.commitError;
  throw error;
}
