import { existsSync } from 'node:fs';
import type { GenesisOptions } from '../chain/genesis/options.ts';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { nativeAddresses } from '../chain/native-code.ts';
import type { Config } from '../config/config.ts';
import type { Home } from '../config/home.ts';
import { readConfig } from '../config/read-config.ts';
import { createEngine } from '../evm/engine.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { forkGenesis } from '../fork/fork-genesis.ts';
import { Origin } from '../fork/origin.ts';
import { tryFork } from '../fork/try-fork.ts';
import { joinNatives } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { validatorSet } from '../modules/readers.ts';
import { keysOf } from '../primitives/objects.ts';
import { presentSeconds } from '../primitives/time.ts';
import { type NetworkName, type NewNetwork, newDevGenesis, readGenesisFile } from './genesis-file.ts';
import { HomeError } from './home-error.ts';

/**
 * The genesis to start with: that of the home or, for a new one, a development network, which is a fork when
 * `fork.url` is set. Rejects with a HomeError or ConfigError, and with the errors of the origin.
 */
export async function readStartGenesis(
  home: Home,
  requested: NetworkName | undefined,
  config: Pick<Config, 'fork' | 'consensus'> & NewNetwork,
): Promise<GenesisDocument> {
  const { fork: options, consensus } = config;
  if (existsSync(home.genesisFile)) {
    const genesis = readGenesisFile(home.genesisFile, requested);
    assertSameStart(home, genesis, config.genesis);
    if (options.url !== '') assertSameFork(home, genesis, options['block-number']);
    return genesis;
  }
  const begin = consensus.driver === 'comet' ? undefined : presentSeconds();
  const genesis = await readNewGenesis(home, requested, config, begin);
  if (options.url === '') return genesis;
  const { url, 'block-number': blockNumber } = options;
  return readForkGenesis({ url, blockNumber: blockNumber === -1 ? undefined : blockNumber }, config, genesis);
}

/**
 * The genesis of a home that has none yet: that of a development network, with its `timestamp`. Rejects with a HomeError
 * or ConfigError.
 */
export function readNewGenesis(
  { genesisFile: file }: Home,
  requested: NetworkName | undefined,
  network?: NewNetwork,
  timestamp?: number,
): Promise<GenesisDocument> {
  if (requested === undefined || requested === 'dev') return newDevGenesis(network, timestamp);
  throw new HomeError({ code: 'no-genesis', file, network: requested });
}

/** Throws a HomeError when something is asked for that only a new home can begin with. */
function assertSameStart(
  { configFile, genesisFile: file }: Home,
  { chainId }: GenesisDocument,
  wanted: GenesisOptions,
) {
  const fault = (key: string, stored: unknown) => new HomeError({ code: 'settled', file, key, stored: String(stored) });
  const kept = readConfig({ flags: {}, variables: {}, file: configFile }).genesis;
  for (const key of keysOf(wanted)) {
    if (key === 'chain-id' ? [0, chainId].includes(wanted[key]) : wanted[key] === kept[key]) continue;
    throw fault(key, key === 'chain-id' ? chainId : kept[key]);
  }
}

/** What to fork; `blockNumber` undefined: its newest block; `nodeId` of this node, while it serves. */
export type ForkSource = {
  readonly url: string;
  readonly blockNumber: number | undefined;
  readonly nodeId?: string;
};

/** The genesis of a fork, else as `development`. Rejects with the errors of the origin. */
export async function readForkGenesis(
  { url, blockNumber, nodeId }: ForkSource,
  { fork: options, genesis: { 'chain-id': chainId } }: Pick<Config, 'fork' | 'genesis'>,
  development: GenesisDocument,
): Promise<GenesisDocument> {
  const wanted = { blockNumber, chainId: options['chain-id'] || chainId || undefined };
  const modules = createModules();
  const context = {
    modules,
    natives: joinNatives(precompiles('osaka'), modules),
    engine: createEngine(),
    validatorSet,
  };
  const origin = new Origin(url, options, nodeId);
  const copied = { natives: nativeAddresses(context), maxRecords: options['max-module-records'] };
  const genesis = await forkGenesis(origin, wanted, development, copied);
  await tryFork(origin, genesis, context);
  return genesis;
}

function assertSameFork({ genesisFile: file }: Home, { fork }: GenesisDocument, blockNumber: number): void {
  if (fork === undefined) throw new HomeError({ code: 'no-fork', file });
  if (blockNumber === -1 || blockNumber === fork.blockNumber) return;
  throw new HomeError({ code: 'other-fork', file, stored: fork.blockNumber, requested: blockNumber });
}
