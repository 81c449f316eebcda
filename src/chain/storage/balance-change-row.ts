import { addressFromBytes } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import type { BalanceChange } from '../types.ts';

/** Adds each change behind the last: the address (20 bytes), wei before, wei after. */
export function writeBalanceChanges(writer: ByteWriter, changes: readonly BalanceChange[]): void {
  for (const { address, before, after } of changes) {
    writer.hex(address);
    writer.bigint(before);
    writer.bigint(after);
  }
}

/** The changes that make up the rest of a row. */
export function readBalanceChanges(reader: ByteReader): readonly BalanceChange[] {
  const changes: BalanceChange[] = [];
  while (!reader.atEnd) {
    changes.push({ address: addressFromBytes(reader.fixed(20)), before: reader.bigint(), after: reader.bigint() });
  }
  return changes;
}

/** A row of nothing but changes. */
export function encodeBalanceChanges(changes: readonly BalanceChange[]): Uint8Array {
  const writer = new ByteWriter();
  writeBalanceChanges(writer, changes);
  return writer.finish();
}

export function decodeBalanceChanges(row: Uint8Array): readonly BalanceChange[] {
  return readBalanceChanges(new ByteReader(row));
}
