import { bigintToBytes } from './bytes.ts';

/** Writes values behind one another in the format `ByteReader` reads. */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /** a copy of what was written */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** as they are, without their length */
  fixed(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** length, then the bytes */
  bytes(bytes: Uint8Array): void {
    this.integer(bytes.length);
    this.fixed(bytes);
  }

  /** unsigned, below 2^53: seven bits a byte, lowest first (LEB128) */
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
