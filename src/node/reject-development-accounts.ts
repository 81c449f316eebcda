import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import type { Home } from '../config/home.ts';
import type { Address } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { developmentAccountInBytes, developmentAccountInText } from './development-identity.ts';
import { HomeError } from './home-error.ts';

type Found = { readonly place: string; readonly address: Address };

/**
 * Throws a HomeError when the genesis of a real network names an account whose key is public, anywhere:
 * as the owner of coins, in the code or storage of a contract, or in any parameter or record of any module, so that a
 * role that a later version brings is covered too; or when the key folder holds such a key. `keys` are the accounts of
 * the key folder.
 */
export function rejectDevelopmentAccounts(genesis: GenesisDocument, home: Home, keys: readonly Address[]): void {
  const { network } = genesis;
  if (network === 'dev') return;
  const found = findInAlloc(genesis.alloc) ?? findInPlain(genesis.modules, 'modules');
  if (found !== undefined) {
    const place = `${home.genesisFile}: ${found.place}`;
    throw new HomeError({ code: 'development-account', place, address: found.address, network });
  }
  const stored = developmentAccounts.find(({ address }) => keys.includes(address))?.address;
  if (stored === undefined) return;
  throw new HomeError({ code: 'development-account', place: home.keyFolder, address: stored, network });
}

function findInAlloc(alloc: GenesisDocument['alloc']): Found | undefined {
  for (const [owner, { code, storage }] of alloc) {
    const place = `alloc.${owner}`;
    const address = developmentAccountInText(owner);
    if (address !== undefined) return { place, address };
    const inCode = developmentAccountInBytes(code);
    if (inCode !== undefined) return { place: `${place}.code`, address: inCode };
    for (const [slot, value] of Object.entries(storage)) {
      const inSlot = developmentAccountInText(slot) ?? developmentAccountInBytes(value);
      if (inSlot !== undefined) return { place: `${place}.storage.${slot}`, address: inSlot };
    }
  }
  return undefined;
}

/** Looks at every text and every name of a member, at any depth. */
function findInPlain(plain: unknown, place: string): Found | undefined {
  if (typeof plain === 'string') {
    const address = developmentAccountInText(plain);
    return address && { place, address };
  }
  if (typeof plain !== 'object' || plain === null) return undefined;
  for (const [name, member] of Object.entries(plain)) {
    const inner = Array.isArray(plain) ? `${place}[${name}]` : `${place}.${name}`;
    const address = developmentAccountInText(name);
    const found = address === undefined ? findInPlain(member, inner) : { place: inner, address };
    if (found !== undefined) return found;
  }
  return undefined;
}
