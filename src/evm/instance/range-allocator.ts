type Segment = { start: number; end: number };

/** Allocates and frees ranges of addresses; adjacent free ranges are merged. */
export class RangeAllocator {
  /** in the order of addresses, no two adjacent */
  readonly #free: Segment[];

  constructor(start: number, end: number) {
    this.#free = [{ start, end }];
  }

  /** Start of a range of `bytes`, rounded up to a multiple of 8; undefined when no free range is that long. */
  allocate(bytes: number): number | undefined {
    const length = align(bytes);
    const index = this.#free.findIndex((segment) => segment.end - segment.start >= length);
    const segment = this.#free[index];
    if (segment === undefined) return undefined;
    const { start } = segment;
    segment.start += length;
    if (segment.start === segment.end) this.#free.splice(index, 1);
    return start;
  }

  /** Frees `bytes` from `start` on: an allocated range, or the rest of one. */
  free(start: number, bytes: number): void {
    const end = start + align(bytes);
    if (start === end) return;
    const found = this.#free.findIndex((segment) => segment.start >= end);
    const index = found === -1 ? this.#free.length : found;
    const before = this.#free[index - 1];
    const after = this.#free[index];
    const adjoinsBefore = before?.end === start;
    const adjoinsAfter = after?.start === end;
    if (adjoinsBefore && adjoinsAfter) {
      before.end = after.end;
      this.#free.splice(index, 1);
    } else if (adjoinsBefore) before.end = end;
    else if (adjoinsAfter) after.start = start;
    else this.#free.splice(index, 0, { start, end });
  }
}

/** `bytes` rounded up to a multiple of 8. */
export function align(bytes: number): number {
  return (bytes + 7) & ~7;
}
