import { existsSync } from 'node:fs';
import { exportGenesis } from '../chain/genesis/export-genesis.ts';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import type { Home } from '../config/home.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { joinNatives } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { openLmdbReader } from '../store/lmdb-store.ts';
import { HomeError } from './home-error.ts';

/** The newest state of a home as a genesis document, read beside a node that may run. Throws a HomeError without data. */
export async function exportHome({ dataFolder: folder }: Home): Promise<GenesisDocument> {
  if (!existsSync(folder)) throw new HomeError({ code: 'no-data', folder });
  const reader = openLmdbReader(folder);
  try {
    const modules = createModules();
    return exportGenesis(reader, { modules, natives: joinNatives(precompiles('osaka'), modules) });
  } finally {
    await reader.close();
  }
}
