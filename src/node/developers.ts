import type { GenesisOptions } from '../chain/genesis/options.ts';
import { addressOfPrivateKey } from '../primitives/crypto/secp256k1.ts';
import {
  type DevelopmentAccount,
  developmentAccounts,
  developmentMnemonic,
  usualPath,
} from '../primitives/development-accounts.ts';
import { toHex } from '../primitives/hex.ts';
import { settingFault } from './setting-fault.ts';

type Wanted = Pick<GenesisOptions, 'accounts' | 'mnemonic' | 'derivation-path'>;

const derived = new WeakMap<Wanted, Promise<readonly DevelopmentAccount[]>>();

/**
 * The accounts of a development network for which it signs, in the order of their numbers. Derived once for the same
 * options, which takes 50 ms besides 2 for each account; those that are usual are constants. Rejects with a ConfigError.
 */
export function developersOf(options: Wanted): Promise<readonly DevelopmentAccount[]> {
  const known = derived.get(options) ?? derive(options);
  derived.set(options, known);
  return known;
}

async function derive({ accounts, mnemonic, 'derivation-path': path }: Wanted): Promise<readonly DevelopmentAccount[]> {
  const isUsual = mnemonic === developmentMnemonic && path === usualPath;
  const constant = isUsual ? developmentAccounts.slice(0, accounts) : [];
  if (constant.length === accounts) return constant;
  const { isMnemonic, privateKeysOfMnemonic } = await import('../primitives/crypto/mnemonic.ts');
  if (!isMnemonic(mnemonic)) throw settingFault('genesis', 'mnemonic', mnemonic, 'must be 12 to 24 words of BIP-39');
  const indexes = Array.from({ length: accounts - constant.length }, (_, index) => constant.length + index);
  const keys = privateKeysOfMnemonic(mnemonic, path, indexes);
  return [...constant, ...keys.map((key) => ({ address: addressOfPrivateKey(key), privateKey: toHex(key) }))];
}
