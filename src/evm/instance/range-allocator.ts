type Segment = { start: number; end: number };

/** Hands out ranges of addresses and takes them back; free neighbours become one. */
export class RangeAllocator {
  /** by address, no two touching */
  readonly #free: Segment[];

  constructor(start: number, end: number) {
    this.#free = [{ start, end }];
  }

  /** Start of a range of `bytes`, a multiple of 8; undefined when there is none that long. */
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

  /** Takes back `bytes` from `start` on, all or the rest of a range handed out. */
  free(start: number, bytes: number): void {
    const end = start + align(bytes);
    if (start === end) return;
    const found = this.#free.findIndex((segment) => segment.start >= end);
    const index = found === -1 ? this.#free.length : found;
    const before = this.#free[index - 1];
    const after = this.#free[index];
    const joinsBefore = before?.end === start;
    const joinsAfter = after?.start === end;
    if (joinsBefore && joinsAfter) {
      before.end = after.end;
      this.#free.splice(index, 1);
    } else if (joinsBefore) before.end = end;
    else if (joinsAfter) after.start = start;
    else this.#free.splice(index, 0, { start, end });
  }
}

/** Multiple of 8 not below `bytes`. */
export function align(bytes: number): number {
  return (bytes + 7) & ~7;
}
