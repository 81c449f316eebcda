import { type Address, addressFromBytes } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import type { Hex } from '../primitives/hex.ts';
import { fromSortableKey, keyOf, sortableKey } from './keys.ts';

/**
 * What has a history: an account, as its address and a zero byte, or an entry, as its owner, a one, and its key in
 * sortable form. The entries of an account follow it in their order, and no such key is a prefix of another.
 */
export type HistoryKey = Uint8Array;

const addressBytes = 20;
const accountMark = 0;
const entryMark = 1;

/** The key of an account. */
export function accountHistoryKey(address: Address): HistoryKey {
  const key = new Uint8Array(addressBytes + 1); // ends with `accountMark`
  key.set(keyOf(address));
  return key;
}

/** The key of an entry. */
export function entryHistoryKey(owner: Address, key: Hex): HistoryKey {
  return concatBytes(keyOf(owner), Uint8Array.of(entryMark), sortableKey(key));
}

/** What the keys of all entries of an account begin with. */
export function entriesPrefix(owner: Address): Uint8Array {
  return concatBytes(keyOf(owner), Uint8Array.of(entryMark));
}

/** The account of a key. */
export function addressOf(key: HistoryKey): Address {
  return addressFromBytes(key.subarray(0, addressBytes));
}

/** The key of the entry; undefined for an account itself. */
export function entryKeyOf(key: HistoryKey): Hex | undefined {
  return key[addressBytes] === accountMark ? undefined : fromSortableKey(key.subarray(addressBytes + 1));
}
