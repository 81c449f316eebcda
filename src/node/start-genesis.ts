import { existsSync } from 'node:fs';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { nativeAddresses } from '../chain/native-code.ts';
import type { Config } from '../config/config.ts';
import type { Home } from '../config/home.ts';
import { createEngine } from '../evm/engine.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { forkGenesis } from '../fork/fork-genesis.ts';
import { Origin } from '../fork/origin.ts';
import { tryFork } from '../fork/try-fork.ts';
import { joinNatives } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { validatorSet } from '../modules/readers.ts';
import { type NetworkName, readHomeGenesis } from './genesis-file.ts';
import { HomeError } from './home-error.ts';

/**
 * The genesis to start with: that of the home or, for a new one, a development network, which is a fork when
 * `fork.url` is set. Rejects with a HomeError, and with the errors of the origin.
 */
export async function readStartGenesis(
  home: Home,
  requested: NetworkName | undefined,
  { fork: options }: Pick<Config, 'fork'>,
): Promise<GenesisDocument> {
  const genesis = readHomeGenesis(home, requested);
  if (options.url === '') return genesis;
  if (existsSync(home.genesisFile)) {
    assertSameFork(home, genesis, options['block-number']);
    return genesis;
  }
  const { url, 'block-number': blockNumber } = options;
  return readForkGenesis({ url, blockNumber: blockNumber === -1 ? undefined : blockNumber }, options, genesis);
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
  options: Config['fork'],
  development: GenesisDocument,
): Promise<GenesisDocument> {
  const wanted = { blockNumber, chainId: options['chain-id'] || undefined };
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
