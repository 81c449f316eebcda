import { keccak256 } from '@qord/curves/keccak';
import { keccakHash } from '../crypto/keccak.ts';
import type { Hash } from '../hash.ts';
import { type Hex, toHex } from '../hex.ts';
import { type AbiSignature, canonicalSignature } from './type.ts';

/** The function selector: the first four bytes of the call data. */
export function selectorOf(signature: Pick<AbiSignature, 'name' | 'inputs'>): Hex {
  return toHex(keccak256(Buffer.from(canonicalSignature(signature), 'utf8')).subarray(0, 4));
}

/** The first topic of an event's logs. */
export function eventTopic(signature: Pick<AbiSignature, 'name' | 'inputs'>): Hash {
  return keccakHash(Buffer.from(canonicalSignature(signature), 'utf8'));
}
