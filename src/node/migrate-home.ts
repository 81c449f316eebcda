import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChainError } from '../chain/chain-error.ts';
import { type MigrationProgress, migrateChain } from '../chain/migrate/migrate-chain.ts';
import { convertibleFormats, dataFormat, readFormat, readTotals } from '../chain/storage/totals.ts';
import type { Home } from '../config/home.ts';
import { lockDirectory } from '../store/directory-lock.ts';
import { dataFileOf, openLmdbReader, openLmdbStore } from '../store/lmdb-store.ts';
import type { StoreReader } from '../store/types.ts';
import { assertChainIsThere } from './chain-marker.ts';
import { HomeError, withHomeErrors } from './home-error.ts';

export type Migration = {
  /** version of the data format before */
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly transactions: number;
};

/**
 * Converts the data of a home to the current format. They are written into a file of their own, which takes the place of
 * the old one at the end, so the process may end at any moment: the next call continues where this one was, or starts again
 * when the old file has changed since. Throws a HomeError without a chain, a ChainError when the data are in a format
 * that cannot be converted or are damaged, a DirectoryInUseError while a node runs, a StoreError when a file cannot be
 * read or written.
 */
export async function migrateHome(home: Home, onProgress: MigrationProgress): Promise<Migration> {
  const { dataFolder: folder } = home;
  const file = dataFileOf(folder);
  assertChainIsThere(home);
  if (!existsSync(file)) throw new HomeError({ code: 'no-data', folder });
  const lock = lockDirectory(folder);
  try {
    const converted = join(folder, 'migration');
    const migration = await convert(folder, converted, onProgress);
    withHomeErrors(converted, () => {
      if (migration.from !== migration.to) renameSync(dataFileOf(converted), file);
      rmSync(converted, { recursive: true, force: true });
    });
    return migration;
  } finally {
    await lock.release();
  }
}

async function convert(folder: string, converted: string, onProgress: MigrationProgress): Promise<Migration> {
  const source = openLmdbReader(folder);
  try {
    const migration = migrationOf(source, folder);
    if (migration.from === migration.to) return migration;
    beginOrGoOn(dataFileOf(folder), converted);
    const target = openLmdbStore(converted);
    try {
      migrateChain(source, target, onProgress);
    } finally {
      await target.close();
    }
    return migration;
  } finally {
    await source.close();
  }
}

function migrationOf(source: StoreReader, folder: string): Migration {
  const totals = readTotals(source);
  if (totals === undefined) throw new HomeError({ code: 'no-data', folder });
  const from = readFormat(source);
  if (from !== dataFormat && !convertibleFormats.includes(from)) {
    throw new ChainError({ code: 'other-format', stored: from, known: dataFormat });
  }
  return { from, to: dataFormat, height: totals.head, transactions: totals.transactions };
}

/** Empties the folder, unless what it has was converted from the file as it is now. */
function beginOrGoOn(file: string, converted: string): void {
  const note = join(converted, 'source.txt');
  withHomeErrors(converted, () => {
    const { mtimeMs, size } = statSync(file);
    const source = `${size} bytes, modified ${mtimeMs}\n`;
    if (existsSync(note) && readFileSync(note, 'utf8') === source) return;
    rmSync(converted, { recursive: true, force: true });
    mkdirSync(converted);
    writeFileSync(note, source);
  });
}
