import { keccakInput, keccakOfInput } from '@qord/curves/keccak';
import type { Address } from '../primitives/address.ts';
import { type Hex, hexLength, toHexDigits, writeHex } from '../primitives/hex.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import type { AccountRecord } from './account-record.ts';
import type { LeafChange } from './tree/update-tree.ts';

/** The path of an account or an entry in its tree: keccak of its key, as hex digits without 0x. */
export function treeKey(key: Hex): string {
  writeHex(key, keccakInput, 0);
  return toHexDigits(keccakOfInput(hexLength(key)));
}

/** An account in the state tree (yellow paper 4.1): rlp([nonce, balance, storageRoot, codeHash]). */
export function accountLeaf(address: Address, record: AccountRecord | undefined): LeafChange {
  if (record === undefined) return [treeKey(address), null];
  const { nonce, balance, codeHash } = record.account;
  const value = encodeRlp([nonce, balance, record.storageRoot, codeHash]);
  return [treeKey(address), value];
}

/** An entry in its account's tree: the RLP of its value. */
export function entryLeaf(key: Hex, value: Uint8Array | undefined): LeafChange {
  return [treeKey(key), value === undefined ? null : encodeRlp(value)];
}

/** Orders leaves as `updateTree` requires. */
export function byTreeKey([left]: LeafChange, [right]: LeafChange): number {
  return left < right ? -1 : 1;
}
