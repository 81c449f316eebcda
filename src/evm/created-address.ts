import { type Address, addressFromBytes, addressToBytes } from '../primitives/address.ts';
import { keccak256 } from '../primitives/crypto/keccak.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { rlpInteger } from '../primitives/rlp/item.ts';

/** The address of the contract that an account creates at this nonce (yellow paper, section 7). */
export function createdAddress(creator: Address, nonce: bigint): Address {
  return addressFromBytes(keccak256(encodeRlp([addressToBytes(creator), rlpInteger(nonce)])).subarray(12));
}
