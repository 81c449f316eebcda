import { existsSync } from 'node:fs';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { nativeAddresses } from '../chain/native-code.ts';
import type { Config } from '../config/config.ts';
import type { Home } from '../config/home.ts';
import { readConfig } from '../config/read-config.ts';
import { createEngine } from '../evm/engine.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { forkGenesis } from '../fork/fork-genesis.ts';
import { Origin } from '../fork/origin.ts';
import { readTransactionHeight } from '../fork/origin-transactions.ts';
import { tryFork } from '../fork/try-fork.ts';
import { joinNatives } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { validatorSet } from '../modules/readers.ts';
import { parseAddress } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import { keysOf } from '../primitives/objects.ts';
import { presentSeconds } from '../primitives/time.ts';
import { type NetworkName, type NewNetwork, newDevGenesis, readGenesisFile } from './genesis-file.ts';
import { HomeError } from './home-error.ts';
import { settingFault } from './setting-fault.ts';

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
    await assertSameStart(home, genesis, config);
    if (options.url !== '') assertSameFork(home, genesis, options['block-number']);
    return genesis;
  }
  const begin = consensus.driver === 'comet' ? undefined : presentSeconds();
  const genesis = await readNewGenesis(home, requested, config, begin);
  if (options.url === '') return genesis;
  const { url, 'block-number': block, 'transaction-hash': afterTransaction } = options;
  if (afterTransaction !== undefined && block !== 'latest')
    throw settingFault('fork', 'transaction-hash', afterTransaction, `has its block: leave out block-number ${block}`);
  const blockNumber = block === 'latest' ? undefined : block;
  return readForkGenesis({ url, blockNumber, afterTransaction }, config, genesis);
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

/** Rejects with a HomeError when something is asked for that only a new home can begin with. */
async function assertSameStart(
  { configFile, genesisFile: file }: Home,
  { chainId, alloc }: GenesisDocument,
  { genesis: wanted, development }: NewNetwork,
): Promise<void> {
  const fault = (setting: string, stored: unknown) =>
    new HomeError({ code: 'settled', file, setting, stored: String(stored) });
  const { genesis: kept, development: keptDevelopment } = readConfig({ flags: {}, variables: {}, file: configFile });
  for (const key of keysOf(wanted)) {
    if (key === 'chain-id' ? [0, chainId].includes(wanted[key]) : wanted[key] === kept[key]) continue;
    throw fault(`[genesis] ${key}`, key === 'chain-id' ? chainId : kept[key]);
  }
  const { preinstalls: isWanted } = development;
  if (isWanted && keptDevelopment.preinstalls) return; // nobody has said anything else
  const addresses = Object.keys((await import('./preinstalls/preinstalls.ts')).preinstalls());
  const hasAll = addresses.map(parseAddress).every((address) => alloc.has(address));
  if (hasAll !== isWanted) throw fault('[development] preinstalls', hasAll);
}

/** What to fork; `blockNumber` undefined: its newest block, below zero: so many before that; `nodeId` of this node, while it serves. */
export type ForkSource = {
  readonly url: string;
  readonly blockNumber: number | undefined;
  /** in place of a block: that before the block of this transaction */
  readonly afterTransaction?: Hash | undefined;
  readonly nodeId?: string;
};

/** The genesis of a fork, else as `development`. Rejects with the errors of the origin. */
export async function readForkGenesis(
  { url, blockNumber, afterTransaction, nodeId }: ForkSource,
  { fork: options, genesis: { 'chain-id': chainId } }: Pick<Config, 'fork' | 'genesis'>,
  development: GenesisDocument,
): Promise<GenesisDocument> {
  const modules = createModules();
  const context = {
    modules,
    natives: joinNatives(precompiles('osaka'), modules),
    engine: createEngine(),
    validatorSet,
  };
  const origin = new Origin(url, options, nodeId);
  const parent = afterTransaction && (await readTransactionHeight(origin, afterTransaction)) - 1;
  const wanted = { blockNumber: parent ?? blockNumber, chainId: options['chain-id'] || chainId || undefined };
  const copied = { natives: nativeAddresses(context), maxRecords: options['max-module-records'] };
  const genesis = await forkGenesis(origin, wanted, development, copied);
  await tryFork(origin, genesis, context);
  return genesis;
}

function assertSameFork({ genesisFile: file }: Home, { fork }: GenesisDocument, blockNumber: number | 'latest'): void {
  if (fork === undefined) throw new HomeError({ code: 'no-fork', file });
  if (blockNumber === 'latest' || blockNumber < 0 || blockNumber === fork.blockNumber) return;
  throw new HomeError({ code: 'other-fork', file, stored: fork.blockNumber, requested: blockNumber });
}
