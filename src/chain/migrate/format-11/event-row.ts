import type { Log } from '../../../kernel/engine.ts';
import { addressFromBytes } from '../../../primitives/address.ts';
import { ByteReader } from '../../../primitives/byte-reader.ts';
import { keccakHash } from '../../../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../../../primitives/hash.ts';
import { unpackZeros } from './zero-runs.ts';

/** Topics of what every block with a transaction emits: one byte in a row, their position from 1. */
const frequentTopics: readonly Hash[] = [
  'TokensBurned(string,uint256)',
  'gas_fee',
  'FeeDistributed(uint256,uint256,uint256,uint256,uint256,uint256)',
].map((text) => keccakHash(Buffer.from(text, 'ascii')));

/** Row → events of the hooks. */
export function decodeEvents(row: Uint8Array): readonly Log[] {
  const reader = new ByteReader(unpackZeros(row));
  const events: Log[] = [];
  while (!reader.atEnd) {
    const address = addressFromBytes(reader.fixed(20));
    const topics = Array.from({ length: reader.byte() }, () => topicOf(reader));
    events.push({ address, topics, data: reader.bytes() });
  }
  return events;
}

function topicOf(reader: ByteReader): Hash {
  return frequentTopics[reader.byte() - 1] ?? hashFromBytes(reader.fixed(32));
}
