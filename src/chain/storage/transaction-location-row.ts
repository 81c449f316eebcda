import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import type { TransactionLocation } from '../types.ts';

/** Where a transaction is → row. */
export function encodeLocationRow({ height, index }: TransactionLocation): Uint8Array {
  const writer = new ByteWriter();
  writer.integer(height);
  writer.integer(index);
  return writer.finish();
}

export function decodeLocationRow(row: Uint8Array): TransactionLocation {
  const reader = new ByteReader(row);
  return { height: reader.integer(), index: reader.integer() };
}
