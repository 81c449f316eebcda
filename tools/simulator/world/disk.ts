import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { Batch } from '#qord/store/batch.ts';
import { dataFileOf, type openLmdbStore } from '#qord/store/lmdb-store.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import { StoreError } from '#qord/store/store-error.ts';
import type { Store, StoreReader } from '#qord/store/types.ts';
import { situation } from '../situations.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import type { World } from './world.ts';

/** Where a process may end in a commit: a process that is gone does nothing of what follows. */
export type CommitStep =
  | 'before its rows are written'
  | 'before its head has moved'
  | 'when its head has moved'
  | 'after a commit that takes no time';

/** Milliseconds that a commit in the background takes at most. */
const usualMs = 4;
const slowMs = 3_000;

/**
 * The disk of one home. Its rows outlive the process that writes them: a commit is there wholly or not at all, and
 * snapshots of readers stay as they are until they are refreshed.
 */
export class Disk {
  #rows = createMemoryStore();
  readonly #readers = new Set<SnapshotReader>();
  readonly #world: World;
  /** Ends the process of a commit at a step, or does not. */
  isKilled: (step: CommitStep) => boolean = () => false;
  /** rows as they were when a backup was made */
  #backup: SnapshotReader | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** All rows, as a store that no process has open. */
  get rows(): Store {
    return this.#rows;
  }

  /** Opens it for a process, as `openLmdbStore`. */
  readonly open: typeof openLmdbStore = (directory, options) => {
    this.#readers.clear(); // those of a process that is gone
    mkdirSync(directory, { recursive: true });
    if (!existsSync(dataFileOf(directory))) writeFileSync(dataFileOf(directory), 'in memory'); // without it, a home has lost its chain
    let underWay: Promise<void> | undefined;
    let takesWrites = true;
    const fail = (code: 'disk-full' | 'disk-failure', reason: string): never => {
      const error = new StoreError({ code, file: directory, reason });
      this.#world.failed.add(this.#world.scheduler.process);
      takesWrites = false; // until the process that ends now is followed by another
      options?.onFailure?.(error);
      throw error;
    };
    /** reads until one fails */
    let reads = Number.POSITIVE_INFINITY;
    const write = (batch: Batch) => {
      if (this.#world.fails('failing read')) reads = this.#world.randomOf('disk').below(200);
      if (takesWrites && !this.#world.fails('full disk')) return this.#write(batch);
      situation('the disk is full');
      return fail('disk-full', 'no space left on device');
    };
    /** Whoever waits for it, such as a client, hears nothing of a process that ends right after it. */
    const writeNow = (batch: Batch) => {
      write(batch);
      this.#world.scheduler.after(0, 'commit', () => void this.isKilled('after a commit that takes no time'));
    };
    const assertReadable = () => {
      if (--reads >= 0 || this.#world.isCalm) return;
      situation('the disk cannot be read');
      fail('disk-failure', 'input/output error');
    };
    const assertIdle = () => {
      if (underWay !== undefined) throw new Error('another commit is under way');
    };
    const rows = this.#rows;
    return {
      ...rows,
      get: (table, key) => {
        assertReadable();
        return rows.get(table, key);
      },
      withValue: (table, key, use) => {
        assertReadable();
        return rows.withValue(table, key, use);
      },
      commit: (batch) => {
        assertIdle();
        writeNow(batch);
      },
      commitInBackground: async (batch, done) => {
        assertIdle();
        if (options?.durable === false && batch.writes.length < manyRows) {
          writeNow(batch);
          return done();
        }
        const written = this.#later(function* () {
          yield 'before its rows are written';
          write(batch);
          yield 'before its head has moved';
          done();
          yield 'when its head has moved';
        });
        const end = () => {
          underWay = undefined;
        };
        underWay = written.then(end, end);
        await written;
      },
      whenIdle: async (work) => {
        while (underWay !== undefined) await underWay;
        return work();
      },
      close: async () => {
        while (underWay !== undefined) await underWay;
      },
    };
  };

  /** Opens it for a thread, at its newest commit. */
  openReader(): StoreReader {
    const reader: SnapshotReader = new SnapshotReader(this.#rows, () => this.#readers.delete(reader));
    this.#readers.add(reader);
    return reader;
  }

  /** Puts the rows of the backup back, which a process that is gone may have had long ago; without one, makes it. */
  restoreOrBackUp(): 'restored' | 'backed up' {
    const backup = this.#backup;
    this.#backup = undefined;
    if (backup !== undefined) {
      this.#rows.commit(backup.replaced());
      return 'restored';
    }
    this.#backup = new SnapshotReader(this.#rows, () => {});
    return 'backed up';
  }

  /** Removes everything: no process has it open. */
  clear(): void {
    this.#rows = createMemoryStore();
    this.#backup = undefined;
  }

  #write(batch: Batch): void {
    for (const reader of this.#readers) reader.keep(batch);
    this.#backup?.keep(batch);
    this.#rows.commit(batch);
  }

  /** Takes the steps when the disk has done its work; a process that is killed before has written nothing. */
  #later(steps: () => Iterable<CommitStep>): Promise<void> {
    const isSlow = this.#world.fails('slow disk');
    if (isSlow) situation('the disk is slow');
    const delayMs = (this.#world.randomOf('disk').below(1_000) / 1_000) * (isSlow ? slowMs : usualMs);
    return new Promise((resolve, reject) => {
      this.#world.scheduler.after(delayMs, 'commit', () => {
        try {
          for (const step of steps()) if (this.isKilled(step)) return;
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
  }
}

/** Rows of a commit that is made in the background though it does not wait for the disk, as in `store/lmdb-writer.ts`. */
const manyRows = 500;
