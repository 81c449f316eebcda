import { type Address, zeroAddress } from '../primitives/address.ts';
import { type AccountName, keyToBase58 } from './account-name.ts';

/** The accounts of a message in the order that the SVM requires: the signer, writable accounts, read-only accounts. */
export type AccountKeys = {
  readonly names: readonly AccountName[];
  /** The keys in base58. */
  readonly texts: readonly string[];
  /** how many at the end are read-only */
  readonly readonlyCount: number;
};

/** An instruction refers to an account by an index of one byte. */
const maxIndexedKeys = 256;

/** The system program and the zero address are the same 32 bytes. */
export const systemAddress = zeroAddress;

/**
 * Sender, recipient, the system program and every account whose balance changed. With more accounts than one byte can
 * index, those that instructions refer to come first and are writable.
 */
export function orderAccountKeys(sender: Address, to: Address, changed: readonly AccountName[]): AccountKeys {
  const isChanged = new Set<AccountName>(changed);
  const named = [...new Set<AccountName>([to, systemAddress])].filter((name) => name !== sender);
  const writableNamed = named.filter((name) => isChanged.has(name));
  const readonly = named.filter((name) => !isChanged.has(name));
  const rest = changed.filter((name) => name !== sender && !named.includes(name));
  const exceedsIndex = 1 + named.length + rest.length > maxIndexedKeys;
  const names = exceedsIndex ? [sender, ...named, ...rest] : [sender, ...writableNamed, ...rest, ...readonly];
  return { names, texts: names.map(keyToBase58), readonlyCount: exceedsIndex ? 0 : readonly.length };
}

/** Under which name the chain keeps the transactions that name the account: the system program is in all of them. */
export function historyOwner(address: Address): Address | 'all' {
  return address === systemAddress ? 'all' : address;
}
