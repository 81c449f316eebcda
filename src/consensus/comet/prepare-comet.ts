import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Chain } from '../../chain/chain.ts';
import type { ChainReader } from '../../chain/types.ts';
import { makeFolder } from '../../primitives/make-folder.ts';
import { CometError } from './comet-error.ts';
import type { CometHome } from './comet-home.ts';
import { cometChainId, renderCometGenesis } from './genesis-file.ts';
import type { CometOptions } from './options.ts';
import { renderCometConfig } from './process/config-file.ts';
import { writeGenesisOfHome } from './process/genesis-of-home.ts';
import { ensureKeyFiles } from './process/key-files.ts';

/** Longest path of a unix socket on all systems, in bytes (Linux allows 107, macOS 103). */
const maxSocketPathBytes = 103;

/** Throws a CometError when CometBFT could not be reached in this home. Writes nothing. */
export function assertHomeFits({ rpcSocket }: CometHome): void {
  if (Buffer.byteLength(rpcSocket) <= maxSocketPathBytes) return;
  throw new CometError({ code: 'socket-path-too-long', path: rpcSocket, limit: maxSocketPathBytes });
}

/** Throws a CometError when the chain has blocks and CometBFT, which keeps all of them, has none. */
export function assertBlocksAreThere(home: CometHome, chain: ChainReader): void {
  ensureKeyFiles(home);
  const height = chain.head().number;
  if (height === chain.identity.genesisHeight || existsSync(join(home.dataFolder, 'blockstore.db'))) return;
  throw new CometError({ code: 'comet-behind', folder: home.dataFolder, app: String(height), comet: '0' });
}

/**
 * Writes the files of CometBFT: those made from the configuration and the chain at each start, and keys that are
 * missing.
 */
export function writeCometFiles(home: CometHome, options: CometOptions, chain: Chain): void {
  ensureKeyFiles(home);
  makeFolder(home.dataFolder, 0o700);
  makeFolder(dirname(home.configFile), 0o700);
  writeFileSync(home.configFile, renderCometConfig(options, home));
  writeGenesisOfHome(home, cometChainId(chain.reader.identity), renderCometGenesis(chain));
}
