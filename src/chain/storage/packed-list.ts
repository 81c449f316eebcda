import { newBytes } from '../../primitives/mapped-bytes.ts';
import { inSteps, runToEnd, type Steps } from '../../primitives/steps.ts';

/**
 * A list of byte strings in one value, each of which can be read without the others: the number of items, the end
 * offset of each (both 32 bits, big-endian, from the start of the first item), the items.
 */
export function packList(items: readonly Uint8Array[]): Uint8Array {
  return encodePackedList(items, bytesWriter);
}

/** Writes values as items of a packed list, without an intermediate byte string for each. */
export type PackedItemWriter<T> = {
  lengthOf(value: T): number;
  /** writes the item's bytes from `at` on */
  write(value: T, target: Uint8Array, at: number): void;
};

/** Writes byte strings unchanged. */
export const bytesWriter: PackedItemWriter<Uint8Array> = {
  lengthOf: ({ length }) => length,
  write: (bytes, target, at) => target.set(bytes, at),
};

/** The packed list of the values. */
export function encodePackedList<T>(values: readonly T[], writer: PackedItemWriter<T>): Uint8Array<ArrayBuffer> {
  return runToEnd(encodePackedListInSteps(values, writer));
}

/** Items that are measured, and bytes that are written, in one step. */
const itemsPerStep = 10_000;
const bytesPerStep = 256 * 1024;

/** The same in steps. */
export function* encodePackedListInSteps<T>(
  values: readonly T[],
  writer: PackedItemWriter<T>,
): Steps<Uint8Array<ArrayBuffer>> {
  const start = 4 + values.length * 4;
  let length = start;
  yield* inSteps(values, itemsPerStep, (value) => {
    length += writer.lengthOf(value);
  });
  const list = newBytes(length);
  const table = new DataView(list.buffer);
  table.setUint32(0, values.length);
  let end = 0;
  let endOfStep = bytesPerStep;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as T;
    writer.write(value, list, start + end);
    end += writer.lengthOf(value);
    table.setUint32(4 + index * 4, end);
    if (end < endOfStep) continue;
    endOfStep = end + bytesPerStep;
    yield;
  }
  return list;
}

/** Number of items. */
export function packedLength(list: Uint8Array): number {
  return readUint32(list, 0);
}

/** One item, as a view; undefined beyond the end. */
export function packedItem(list: Uint8Array, index: number): Uint8Array | undefined {
  const length = packedLength(list);
  if (index < 0 || index >= length) return undefined;
  const start = 4 + length * 4;
  const from = index === 0 ? 0 : readUint32(list, index * 4);
  return list.subarray(start + from, start + readUint32(list, 4 + index * 4));
}

/** All items, as views. */
export function unpackList(list: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = [];
  forEachItemRange(list, (from, end) => items.push(list.subarray(from, end)));
  return items;
}

/** Calls `visit` with the offsets of each item, without creating a view. */
export function forEachItemRange(list: Uint8Array, visit: (from: number, end: number, index: number) => void): void {
  const length = packedLength(list);
  const start = 4 + length * 4;
  let from = start;
  for (let index = 0; index < length; index++) {
    const end = start + readUint32(list, 4 + index * 4);
    visit(from, end, index);
    from = end;
  }
}

function readUint32(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  return a * 0x1000000 + ((b << 16) | (c << 8) | d);
}
