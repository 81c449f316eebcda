import type { Log } from '../../kernel/engine.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { hashFromBytes } from '../../primitives/hash.ts';
import { writeHex } from '../../primitives/hex.ts';
import type { PackedItemWriter } from './packed-list.ts';

type BlockLog = { readonly log: Log; readonly transactionIndex: number };

/** Log → row: index of its transaction (32 bits), address, number of topics, topics, data. */
export const logRowWriter: PackedItemWriter<BlockLog> = {
  lengthOf: ({ log: { topics, data } }) => topicOffset(topics.length) + data.length,
  write: ({ log: { address, topics, data }, transactionIndex }, target, at) => {
    for (let byte = 0; byte < addressOffset; byte++) target[at + byte] = transactionIndex >>> (24 - 8 * byte);
    writeHex(address, target, at + addressOffset);
    target[at + topicCountOffset] = topics.length;
    for (const [position, topic] of topics.entries()) writeHex(topic, target, at + topicOffset(position));
    target.set(data, at + topicOffset(topics.length));
  },
};

/** Row → log, without the index of its transaction. */
export function decodeLogRow(row: Uint8Array): Log {
  const count = row[topicCountOffset] ?? 0;
  const topicAt = (position: number) => hashFromBytes(row.subarray(topicOffset(position), topicOffset(position + 1)));
  const topics = Array.from({ length: count }, (_, position) => topicAt(position));
  const address = addressFromBytes(row.subarray(addressOffset, topicCountOffset));
  return { address, topics, data: row.subarray(topicOffset(count)) };
}

/** Index of the transaction that emitted the log of a row. */
export function transactionIndexOf(row: Uint8Array): number {
  return new DataView(row.buffer, row.byteOffset).getUint32(0);
}

/** Offsets in a row of the fields that a query compares. */
export const addressOffset = 4;
export const topicCountOffset = 24;

/** Offset of a topic in a row. */
export const topicOffset = (position: number): number => 25 + 32 * position;
