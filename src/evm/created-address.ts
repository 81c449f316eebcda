import { keccak256 } from '@qord/curves/keccak';
import { type Address, addressFromBytes, addressToBytes } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { rlpInteger } from '../primitives/rlp/item.ts';

/** The address of the contract that an account creates at this nonce (yellow paper, section 7). */
export function createdAddress(creator: Address, nonce: bigint): Address {
  return addressFromBytes(keccak256(encodeRlp([addressToBytes(creator), rlpInteger(nonce)])).subarray(12));
}

/** The address of the contract that CREATE2 creates with this salt of 32 bytes and this initcode (EIP-1014). */
export function saltedAddress(creator: Address, salt: Uint8Array, initcode: Uint8Array): Address {
  const preimage = concatBytes(Uint8Array.of(0xff), addressToBytes(creator), salt, keccak256(initcode));
  return addressFromBytes(keccak256(preimage).subarray(12));
}
