import type { Log } from '../../kernel/engine.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { hashFromBytes } from '../../primitives/hash.ts';
import { writeHex } from '../../primitives/hex.ts';

/** Log → row: index of its transaction (32 bits), address, number of topics, topics, data. */
export function encodeLogRow({ address, topics, data }: Log, transactionIndex: number): Uint8Array {
  const row = new Uint8Array(topicPlace(topics.length) + data.length);
  new DataView(row.buffer).setUint32(0, transactionIndex);
  writeHex(address, row, addressPlace);
  row[topicCountPlace] = topics.length;
  for (const [position, topic] of topics.entries()) writeHex(topic, row, topicPlace(position));
  row.set(data, topicPlace(topics.length));
  return row;
}

export function decodeLogRow(row: Uint8Array): Log {
  const count = row[topicCountPlace] ?? 0;
  const topicAt = (position: number) => hashFromBytes(row.subarray(topicPlace(position), topicPlace(position + 1)));
  const topics = Array.from({ length: count }, (_, position) => topicAt(position));
  const address = addressFromBytes(row.subarray(addressPlace, topicCountPlace));
  return { address, topics, data: row.subarray(topicPlace(count)) };
}

export function transactionIndexOf(row: Uint8Array): number {
  return new DataView(row.buffer, row.byteOffset).getUint32(0);
}

/** Places in a row of the parts that a query compares. */
export const addressPlace = 4;
export const topicCountPlace = 24;
export const topicPlace = (position: number): number => 25 + 32 * position;
