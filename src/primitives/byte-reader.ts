import { bytesToBigint } from './bytes.ts';

/** Reads the format of `ByteWriter`. Throws a RangeError when the bytes end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new RangeError('the bytes end too early');
    return value;
  }

  /** Returns a view, not a copy. */
  fixed(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('the bytes end too early');
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  /** Passes over bytes without creating a view. Returns the offset of the first. */
  skip(length: number): number {
    const start = this.#at;
    if (start + length > this.#bytes.length) throw new RangeError('the bytes end too early');
    this.#at = start + length;
    return start;
  }

  bytes(): Uint8Array {
    return this.fixed(this.integer());
  }

  integer(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  bigint(): bigint {
    return bytesToBigint(this.bytes());
  }
}
