import type { Log } from '#qord/kernel/engine.ts';
import { addressToBytes } from '#qord/primitives/address.ts';
import { keccakHash } from '#qord/primitives/crypto/keccak.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import { encodeRlp } from '#qord/primitives/rlp/encode.ts';

/** keccak256(rlp(logs)), as in the tests. */
export function logsHash(logs: readonly Log[]): Hash {
  return keccakHash(
    encodeRlp(logs.map(({ address, topics, data }) => [addressToBytes(address), topics.map(fromHex), data])),
  );
}
