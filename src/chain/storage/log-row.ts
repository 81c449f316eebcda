import type { Log } from '../../kernel/engine.ts';
import { addressFromBytes, addressToBytes } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { hashFromBytes } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';

/** Log → row: index of its transaction (32 bits), address, number of topics, topics, data. */
export function encodeLogRow({ address, topics, data }: Log, transactionIndex: number): Uint8Array {
  const head = Buffer.alloc(25);
  head.writeUInt32BE(transactionIndex, 0);
  head.set(addressToBytes(address), 4);
  head[24] = topics.length;
  return concatBytes(head, ...topics.map(fromHex), data);
}

export function decodeLogRow(row: Uint8Array): Log {
  const count = topicCountOf(row);
  const topics = Array.from({ length: count }, (_, position) => hashFromBytes(topicOf(row, position)));
  return { address: addressFromBytes(addressOf(row)), topics, data: row.subarray(25 + 32 * count) };
}

/** The parts a query compares, read in place. */
export function transactionIndexOf(row: Uint8Array): number {
  return new DataView(row.buffer, row.byteOffset).getUint32(0);
}

export function addressOf(row: Uint8Array): Uint8Array {
  return row.subarray(4, 24);
}

export function topicCountOf(row: Uint8Array): number {
  return row[24] ?? 0;
}

export function topicOf(row: Uint8Array, position: number): Uint8Array {
  return row.subarray(25 + 32 * position, 57 + 32 * position);
}
