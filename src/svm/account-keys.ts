import { type Address, toBase58, zeroAddress } from '../primitives/address.ts';
import { systemProgramId } from './programs.ts';

/** The accounts of a message in the order that the SVM requires: the signer, writable accounts, read-only accounts. */
export type AccountKeys = {
  readonly addresses: readonly Address[];
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
export function orderAccountKeys(sender: Address, to: Address, changed: readonly Address[]): AccountKeys {
  const isChanged = new Set(changed);
  const named = [...new Set([to, systemAddress])].filter((address) => address !== sender);
  const writableNamed = named.filter((address) => isChanged.has(address));
  const readonly = named.filter((address) => !isChanged.has(address));
  const rest = changed.filter((address) => address !== sender && !named.includes(address));
  const exceedsIndex = 1 + named.length + rest.length > maxIndexedKeys;
  const addresses = exceedsIndex ? [sender, ...named, ...rest] : [sender, ...writableNamed, ...rest, ...readonly];
  return { addresses, texts: addresses.map(keyToBase58), readonlyCount: exceedsIndex ? 0 : readonly.length };
}

/** Under which name the chain keeps the transactions that name the account: the system program is in all of them. */
export function historyOwner(address: Address): Address | 'all' {
  return address === systemAddress ? 'all' : address;
}

/** Base58 of an account's key. The system program is in every transaction. */
export function keyToBase58(address: Address): string {
  return address === systemAddress ? systemProgramId : toBase58(address);
}
