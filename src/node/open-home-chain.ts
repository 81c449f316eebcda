import type { Chain } from '../chain/chain.ts';
import { ChainError } from '../chain/chain-error.ts';
import type { Machine } from '../chain/draft.ts';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { openChain } from '../chain/open-chain.ts';
import type { Home } from '../config/home.ts';
import type { Store } from '../store/contract.ts';
import { HomeError } from './home-error.ts';

/** As `openChain`, but whoever changed the genesis document is told which file it is. Throws a HomeError too. */
export function openHomeChain(home: Home, store: Store, machine: Machine, genesis: GenesisDocument): Chain {
  try {
    return openChain(store, machine, genesis);
  } catch (error) {
    if (!(error instanceof ChainError) || error.fault.code !== 'genesis-mismatch') throw error;
    const { stored, given } = error.fault;
    throw new HomeError({ code: 'other-chain', file: home.genesisFile, folder: home.dataFolder, stored, given });
  }
}
