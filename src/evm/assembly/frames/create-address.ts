import { storeBigEndian } from '../interpreter/memory';
import { keccak } from '@qord/curves/assembly/keccak';
import { SCRATCH } from '../layout';
import { Account } from '../state/account';

/** The creator's address ends the first 32 bytes; the other bytes of the hash input precede and follow it. */
const AFTER_CREATOR: usize = SCRATCH + 32;
const HASH: usize = SCRATCH + 128;

/**
 * Address of the contract that the account creates next, at its present nonce: keccak(rlp([creator, nonce])). Returns a
 * word whose low 20 bytes are the address.
 */
export function createAddress(creator: Account): usize {
  storeBigEndian(SCRATCH, creator.address);
  const nonceBytes = storeRlpInteger(AFTER_CREATOR, creator.nonce);
  store<u8>(SCRATCH, 0xc0 + 21 + nonceBytes, 10);
  store<u8>(SCRATCH, 0x80 + 20, 11);
  keccak(HASH, SCRATCH + 10, 22 + nonceBytes);
  return HASH;
}

/** Address of a CREATE2 contract: keccak(0xff ++ creator ++ salt ++ keccak(initcode)) (EIP-1014), likewise. */
export function create2Address(creator: Account, salt: usize, initcode: usize, length: u32): usize {
  keccak(HASH, initcode, length);
  storeBigEndian(SCRATCH, creator.address);
  store<u8>(SCRATCH, 0xff, 11);
  storeBigEndian(AFTER_CREATOR, salt);
  storeBigEndian(AFTER_CREATOR + 32, HASH);
  keccak(HASH, SCRATCH + 11, 85);
  return HASH;
}

/** Writes the integer as RLP; returns the number of bytes. */
function storeRlpInteger(to: usize, value: u64): u32 {
  if (value != 0 && value < 0x80) {
    store<u8>(to, <u8>value);
    return 1;
  }
  const bytes = <u32>(71 - clz<u64>(value)) >> 3;
  store<u8>(to, <u8>(0x80 + bytes));
  for (let i: u32 = 1; i <= bytes; i++) store<u8>(to + i, <u8>(value >> ((<u64>(bytes - i)) << 3)));
  return 1 + bytes;
}
