import { fromSvmKey } from '../../../primitives/address.ts';
import { hashFromBytes } from '../../../primitives/hash.ts';

/** A name for each 32-byte key: the address of a native account, else the bytes in hex, as topics have them. */
export function accountName(key: Uint8Array): string {
  return fromSvmKey(key) ?? hashFromBytes(key);
}
