import type { Log } from '../../kernel/engine.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { packZeros, unpackZeros } from '../../primitives/zero-runs.ts';

/**
 * Topics of what every block with a transaction emits: one byte in a row, their position from 1. The order is
 * permanent.
 */
export const frequentTopics: readonly Hash[] = [
  'TokensBurned(string,uint256)',
  'gas_fee',
  'FeeDistributed(uint256,uint256,uint256,uint256,uint256,uint256)',
].map((text) => keccakHash(Buffer.from(text, 'ascii')));

/**
 * Events of the hooks → row: for each its address, number of topics, topics, data. They are mostly words of the EVM,
 * and so of zeros.
 */
export function encodeEvents(events: readonly Log[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { address, topics, data } of events) {
    writer.hex(address);
    writer.byte(topics.length);
    for (const topic of topics) {
      const number = frequentTopics.indexOf(topic) + 1;
      writer.byte(number);
      if (number === 0) writer.hex(topic);
    }
    writer.bytes(data);
  }
  return packZeros(writer.finish());
}

/** Inverse of `encodeEvents`; does not keep a view of the row. */
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
