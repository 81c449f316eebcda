import type { ExecutionContext } from '../chain/block-builder.ts';
import type { Chain } from '../chain/chain.ts';
import { ChainError } from '../chain/chain-error.ts';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { type ChainOptions, openChain } from '../chain/open-chain.ts';
import { readGenesisText } from '../chain/storage/totals.ts';
import type { Home } from '../config/home.ts';
import type { Store } from '../store/types.ts';
import { assertHadNoChain, markChain } from './chain-marker.ts';
import { HomeError } from './home-error.ts';

/**
 * As `openChain`, but the error names a changed genesis file, and a home that had a chain does not start another one.
 * Throws a HomeError too.
 */
export function openHomeChain(
  home: Home,
  store: Store,
  context: ExecutionContext,
  genesis: GenesisDocument,
  options: ChainOptions,
): Chain {
  if (readGenesisText(store) === undefined) assertHadNoChain(home);
  const chain = open(home, store, context, genesis, options);
  markChain(home, chain.reader.identity.genesisHash);
  return chain;
}

function open(
  home: Home,
  store: Store,
  context: ExecutionContext,
  genesis: GenesisDocument,
  options: ChainOptions,
): Chain {
  try {
    return openChain(store, context, genesis, options);
  } catch (error) {
    if (!(error instanceof ChainError) || error.fault.code !== 'genesis-mismatch') throw error;
    const { stored, given } = error.fault;
    throw new HomeError({ code: 'other-chain', file: home.genesisFile, folder: home.dataFolder, stored, given });
  }
}
