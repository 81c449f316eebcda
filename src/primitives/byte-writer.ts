import { bigintToBytes, emptyBytes } from './bytes.ts';

/**
 * The buffer of a finished writer, reused by the next: rows are short, and there are thousands of them in a block. A
 * writer takes it away while it writes, so two writers never share one.
 */
let reusableBuffer: Uint8Array | undefined;
const maxReusableBytes = 64 * 1024;

/** Writes values one after another; `ByteReader` reads them back. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor() {
    this.#bytes = reusableBuffer ?? new Uint8Array(1024);
    reusableBuffer = undefined;
  }

  /** Returns a copy of the bytes written, and empties the writer. */
  finish(): Uint8Array {
    const written = this.#bytes.slice(0, this.#length);
    if (this.#bytes.length <= maxReusableBytes) reusableBuffer = this.#bytes;
    this.#bytes = emptyBytes;
    this.#length = 0;
    return written;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** the bytes alone, without their length */
  fixed(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** the length, then the bytes */
  bytes(bytes: Uint8Array): void {
    this.integer(bytes.length);
    this.fixed(bytes);
  }

  /** unsigned, below 2^53: seven bits per byte, lowest first (LEB128) */
  integer(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** unsigned, any size */
  bigint(value: bigint): void {
    this.bytes(bigintToBytes(value));
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
