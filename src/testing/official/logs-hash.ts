import type { Log } from '../../kernel/engine.ts';
import { addressToBytes } from '../../primitives/address.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';

/** keccak256(rlp(logs)), as in the tests. */
export function logsHash(logs: readonly Log[]): Hash {
  return keccakHash(
    encodeRlp(logs.map(({ address, topics, data }) => [addressToBytes(address), topics.map(fromHex), data])),
  );
}
