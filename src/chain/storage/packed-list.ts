/**
 * A list of byte strings in one value, any of which can be read without reading the others: the number of items, where
 * each ends (32 bits each, big-endian, counted from the first item's start), the items.
 */
export function packList(items: readonly Uint8Array[]): Uint8Array {
  return encodePackedList(items, bytesWriter);
}

/** How things become items of a packed list, without becoming byte strings of their own before. */
export type PackedItemWriter<T> = {
  lengthOf(thing: T): number;
  /** writes the item's bytes from `at` on */
  write(thing: T, target: Uint8Array, at: number): void;
};

/** Of byte strings as they are. */
export const bytesWriter: PackedItemWriter<Uint8Array> = {
  lengthOf: ({ length }) => length,
  write: (bytes, target, at) => target.set(bytes, at),
};

/** The packed list of what the things become. */
export function encodePackedList<T>(things: readonly T[], { lengthOf, write }: PackedItemWriter<T>): Uint8Array {
  const start = 4 + things.length * 4;
  const list = new Uint8Array(things.reduce((length, thing) => length + lengthOf(thing), start));
  const table = new DataView(list.buffer);
  table.setUint32(0, things.length);
  let end = 0;
  things.forEach((thing, index) => {
    write(thing, list, start + end);
    end += lengthOf(thing);
    table.setUint32(4 + index * 4, end);
  });
  return list;
}

/** How many items there are. */
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

/** Tells where in the list each item lies, without a view of it. */
export function forEachItemRange(list: Uint8Array, see: (from: number, end: number, index: number) => void): void {
  const length = packedLength(list);
  const start = 4 + length * 4;
  let from = start;
  for (let index = 0; index < length; index++) {
    const end = start + readUint32(list, 4 + index * 4);
    see(from, end, index);
    from = end;
  }
}

function readUint32(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  return a * 0x1000000 + ((b << 16) | (c << 8) | d);
}
