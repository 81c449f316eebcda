import { base58 } from '@scure/base';
import { type Address, fromSvmKey, toSvmKey } from '../primitives/address.ts';
import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';

/** A name for each 32-byte key: the address of a native account, else the bytes in hex, as topics have them. */
export type AccountName = Address | Hash;

/** The name of a 32-byte key. */
export function accountName(key: Uint8Array): AccountName {
  return fromSvmKey(key) ?? hashFromBytes(key);
}

/** Whether it names a native account. */
export function isNative(name: AccountName): name is Address {
  return name.length === 42;
}

/** The 32-byte key of a name. */
export function keyOf(name: AccountName): Uint8Array {
  return isNative(name) ? toSvmKey(name) : fromHex(name);
}

/** Base58 of the key of a name. */
export function keyToBase58(name: AccountName): string {
  return base58.encode(keyOf(name));
}
