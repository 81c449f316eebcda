import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { hashFromBytes } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { SealedHeader } from '../contract.ts';
import { decodeHeader, encodeHeader } from '../header-codec.ts';

/** Sealed header → row: hash, size, number of transactions, the header's RLP. */
export function encodeHeaderRow(header: SealedHeader): Uint8Array {
  const writer = new ByteWriter();
  writer.fixed(fromHex(header.hash));
  writer.integer(header.size);
  writer.integer(header.transactionCount);
  writer.bytes(encodeHeader(header));
  return writer.finish();
}

export function decodeHeaderRow(row: Uint8Array): SealedHeader {
  const reader = new ByteReader(row);
  const hash = hashFromBytes(reader.fixed(32));
  const size = reader.integer();
  const transactionCount = reader.integer();
  return decodeHeader(reader.bytes(), { hash, size, transactionCount });
}
