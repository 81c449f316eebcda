/**
 * A set of heights within a chunk of 4096, as bytes: the ascending offsets, 16 bits each, or, once these would take 512
 * bytes, a bitmap of 512 bytes (lowest bit first), the largest size of a row that holds one.
 */

export const chunkSpan = 4096;
const bitmapLength = chunkSpan / 8;

/** The chunk of a height. */
export function chunkOf(height: number): number {
  return Math.floor(height / chunkSpan);
}

/** The set with further heights of its chunk: ascending, and none less than the highest in it. */
export function appendHeights(set: Uint8Array | undefined, heights: readonly number[]): Uint8Array {
  const length = set?.length ?? 0;
  if (length + 2 * heights.length >= bitmapLength) {
    const bitmap = toBitmap(set);
    for (const height of heights) setBit(bitmap, height % chunkSpan);
    return bitmap;
  }
  const list = new Uint8Array(length + 2 * heights.length);
  if (set !== undefined) list.set(set);
  let at = length;
  for (const height of heights) {
    const offset = height % chunkSpan;
    list[at++] = offset >> 8;
    list[at++] = offset & 0xff;
  }
  return list;
}

/** The subset of the heights below `end`, all of one chunk; undefined when it is empty. */
export function heightsBelow(set: Uint8Array, end: number, chunk: number): Uint8Array | undefined {
  const below = [...heightsOf(toBitmap(set), chunk)].filter((height) => height < end);
  return below.length === 0 ? undefined : appendHeights(undefined, below);
}

/** The first height of the set that is not less than `height`, all of one chunk; undefined when there is none. */
export function firstHeightFrom(set: Uint8Array, height: number): number | undefined {
  const offset = height % chunkSpan;
  const found = set.length === bitmapLength ? firstBitFrom(set, offset) : firstOfListFrom(set, offset);
  return found === undefined ? undefined : height - offset + found;
}

function firstOfListFrom(list: Uint8Array, offset: number): number | undefined {
  let low = 0;
  let high = list.length >> 1;
  const at = (index: number) => ((list[2 * index] ?? 0) << 8) | (list[2 * index + 1] ?? 0);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(middle) < offset) low = middle + 1;
    else high = middle;
  }
  return 2 * low < list.length ? at(low) : undefined;
}

function firstBitFrom(bitmap: Uint8Array, offset: number): number | undefined {
  let bits = (bitmap[offset >> 3] ?? 0) & (0xff << (offset & 7));
  for (let at = offset >> 3; at < bitmapLength; bits = bitmap[++at] ?? 0) {
    if (bits !== 0) return at * 8 + (31 - Math.clz32(bits & -bits));
  }
  return undefined;
}

/** Whether the set contains the height, which must be of its chunk. */
export function includesHeight(set: Uint8Array, height: number): boolean {
  const offset = height % chunkSpan;
  return (((toBitmap(set)[offset >> 3] ?? 0) >> (offset & 7)) & 1) === 1;
}

/** The set as a new bitmap. */
export function toBitmap(set: Uint8Array | undefined): Uint8Array {
  if (set?.length === bitmapLength) return set.slice();
  const bitmap = new Uint8Array(bitmapLength);
  if (set === undefined) return bitmap;
  for (let at = 0; at + 1 < set.length; at += 2) setBit(bitmap, ((set[at] ?? 0) << 8) | (set[at + 1] ?? 0));
  return bitmap;
}

/** Adds the heights of a set to a bitmap. */
export function unionInto(bitmap: Uint8Array, set: Uint8Array): void {
  const other = toBitmap(set);
  for (let i = 0; i < bitmapLength; i++) bitmap[i] = (bitmap[i] ?? 0) | (other[i] ?? 0);
}

/** Removes from a bitmap what is not in the other one. */
export function intersectInto(bitmap: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < bitmapLength; i++) bitmap[i] = (bitmap[i] ?? 0) & (other[i] ?? 0);
}

/** The heights of a bitmap in ascending order. */
export function* heightsOf(bitmap: Uint8Array, chunk: number): Iterable<number> {
  for (let i = 0; i < bitmapLength; i++) {
    for (let bits = bitmap[i] ?? 0; bits !== 0; bits &= bits - 1) {
      yield chunk * chunkSpan + i * 8 + (31 - Math.clz32(bits & -bits));
    }
  }
}

function setBit(bitmap: Uint8Array, offset: number): void {
  bitmap[offset >> 3] = (bitmap[offset >> 3] ?? 0) | (1 << (offset & 7));
}
