import type { Address } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import type { Hex } from '../primitives/hex.ts';
import { fromSortableKey, ownedKey, ownerOf, sortableKey } from './keys.ts';

/**
 * What has a history: an account, as its address in packed form and a zero byte, or an entry, as its owner, a one, and
 * its key in sortable form. The entries of an account follow it in their order, and no such key is a prefix of another.
 */
export type HistoryKey = Uint8Array;

const accountMark = 0;

/** The key of an account. */
export function accountHistoryKey(address: Address): HistoryKey {
  return ownedKey(address, '0x00'); // ends with `accountMark`
}

/** The key of an entry. */
export function entryHistoryKey(owner: Address, key: Hex): HistoryKey {
  return concatBytes(entriesPrefix(owner), sortableKey(key));
}

/** What the keys of all entries of an account begin with. */
export function entriesPrefix(owner: Address): Uint8Array {
  return ownedKey(owner, '0x01');
}

/** The account of a key. */
export function addressOf(key: HistoryKey): Address {
  return ownerOf(key).owner;
}

/** The key of the entry; undefined for an account itself. */
export function entryKeyOf(key: HistoryKey): Hex | undefined {
  const { length } = ownerOf(key);
  return key[length] === accountMark ? undefined : fromSortableKey(key.subarray(length + 1));
}
