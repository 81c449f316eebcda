import { type Address, toBase58, zeroAddress } from '../primitives/address.ts';
import { systemProgramId } from './programs.ts';

/** The accounts of a message in the order the SVM asks for: the one signer, writable ones, read-only ones. */
export type AccountKeys = {
  readonly addresses: readonly Address[];
  /** the same in base58 */
  readonly texts: readonly string[];
  /** how many at the end are read-only */
  readonly readonlyCount: number;
};

/** Instructions name an account by one byte. */
const nameable = 256;

/** The system program and the zero address are the same 32 bytes. */
export const systemAddress = zeroAddress;

/**
 * Sender, recipient and every account whose balance changed, with the system program. With more accounts than one
 * byte can name, those that instructions name come first, as writable ones.
 */
export function orderAccountKeys(sender: Address, to: Address, changed: readonly Address[]): AccountKeys {
  const isChanged = new Set(changed);
  const named = [...new Set([to, systemAddress])].filter((address) => address !== sender);
  const writableNamed = named.filter((address) => isChanged.has(address));
  const readonly = named.filter((address) => !isChanged.has(address));
  const rest = changed.filter((address) => address !== sender && !named.includes(address));
  const isCrowded = 1 + named.length + rest.length > nameable;
  const addresses = isCrowded ? [sender, ...named, ...rest] : [sender, ...writableNamed, ...rest, ...readonly];
  return { addresses, texts: addresses.map(keyToBase58), readonlyCount: isCrowded ? 0 : readonly.length };
}

/** Base58 of an account's key. The system program is in every transaction. */
export function keyToBase58(address: Address): string {
  return address === systemAddress ? systemProgramId : toBase58(address);
}
