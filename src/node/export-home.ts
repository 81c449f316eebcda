import { existsSync } from 'node:fs';
import { exportGenesis } from '../chain/genesis/export-genesis.ts';
import { formatGenesisChunks } from '../chain/genesis/format-genesis.ts';
import { assertKnownFormat } from '../chain/open-chain-reader.ts';
import { readGenesisText } from '../chain/storage/totals.ts';
import type { Home } from '../config/home.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { joinNatives } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { dataFileOf, openLmdbReader } from '../store/lmdb-store.ts';
import { assertChainIsThere, assertHadNoChain } from './chain-marker.ts';
import { HomeError } from './home-error.ts';

/**
 * The newest state of a home as the text of a genesis document, in parts that are read from the store when they are
 * requested; a node may run meanwhile. Throws a HomeError without data, a ChainError when they are in another format.
 */
export async function* exportHome(home: Home, indent: string): AsyncIterable<string> {
  const { dataFolder: folder } = home;
  assertChainIsThere(home);
  if (!existsSync(dataFileOf(folder))) throw new HomeError({ code: 'no-data', folder });
  const reader = openLmdbReader(folder);
  try {
    assertKnownFormat(reader);
    if (readGenesisText(reader) === undefined) assertHadNoChain(home);
    const modules = createModules();
    const source = exportGenesis(reader, { modules, natives: joinNatives(precompiles('osaka'), modules) });
    for (const chunk of inChunks(formatGenesisChunks(source, indent))) yield chunk;
  } finally {
    await reader.close();
  }
}

/** characters that are written at once */
const chunkLength = 64 * 1024;

/** Joins short texts to longer ones. */
function* inChunks(parts: Iterable<string>): Iterable<string> {
  let gathered: string[] = [];
  let length = 0;
  for (const part of parts) {
    gathered.push(part);
    length += part.length;
    if (length < chunkLength) continue;
    yield gathered.join('');
    gathered = [];
    length = 0;
  }
  yield gathered.join('');
}
