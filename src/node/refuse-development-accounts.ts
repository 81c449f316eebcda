import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import type { Home } from '../config/home.ts';
import type { Address } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { HomeError } from './home-error.ts';

/** Throws a HomeError when a mainnet genesis funds, or its key folder holds, an account whose key everybody knows. */
export function refuseDevelopmentAccounts(genesis: GenesisDocument, home: Home, keys: readonly Address[]): void {
  if (genesis.network !== 'mainnet') return;
  for (const { address } of developmentAccounts) {
    const place = genesis.alloc.has(address) ? home.genesisFile : keys.includes(address) ? home.keyFolder : undefined;
    if (place !== undefined) throw new HomeError({ code: 'development-account', place, address });
  }
}
