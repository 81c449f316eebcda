import { existsSync } from 'node:fs';
import { nativeAddresses } from '../chain/genesis/genesis-state.ts';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import type { Config } from '../config/config.ts';
import type { Home } from '../config/home.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { forkGenesis } from '../fork/fork-genesis.ts';
import { Origin } from '../fork/origin.ts';
import { joinNatives } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import type { Address } from '../primitives/address.ts';
import { type NetworkName, readHomeGenesis } from './genesis-file.ts';
import { HomeError } from './home-error.ts';

/**
 * The genesis to start with: that of the home or, for a new one, a development network, which is a fork when
 * `fork.url` is set. Rejects with a HomeError, and with the errors of the origin.
 */
export async function readStartGenesis(
  home: Home,
  asked: NetworkName | undefined,
  { fork: options }: Pick<Config, 'fork'>,
): Promise<GenesisDocument> {
  const genesis = readHomeGenesis(home, asked);
  if (options.url === '') return genesis;
  if (existsSync(home.genesisFile)) {
    assertSameFork(home, genesis, options['block-number']);
    return genesis;
  }
  const origin = new Origin(options.url, options);
  const { 'block-number': blockNumber, 'chain-id': chainId } = options;
  const wanted = { blockNumber: blockNumber === -1 ? undefined : blockNumber, chainId: chainId || undefined };
  return forkGenesis(origin, wanted, genesis, { natives: nativeAccounts(), maxRecords: options['max-module-records'] });
}

function nativeAccounts(): ReadonlySet<Address> {
  const modules = createModules();
  return nativeAddresses({ modules, natives: joinNatives(precompiles('osaka'), modules) });
}

function assertSameFork({ genesisFile: file }: Home, { fork }: GenesisDocument, blockNumber: number): void {
  if (fork === undefined) throw new HomeError({ code: 'no-fork', file });
  if (blockNumber === -1 || blockNumber === fork.blockNumber) return;
  throw new HomeError({ code: 'other-fork', file, stored: fork.blockNumber, asked: blockNumber });
}
