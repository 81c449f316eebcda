/// <reference lib="es2024.arraybuffer" />

/** How many bytes are made room for at once. */
const step = 256 * 1024;

/**
 * Bytes of a body as they arrive. Their memory goes back to the system the moment they are dropped: what the garbage
 * collector is to find out about stays as long as the node has nothing to do.
 */
export class BodyBytes {
  readonly #memory: ArrayBuffer;
  readonly #limit: number;
  #length = 0;

  /** `limit`: bytes. Throws a RangeError when the process may not have so much memory. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#memory = new ArrayBuffer(0, { maxByteLength: limit });
  }

  get length(): number {
    return this.#length;
  }

  /** Throws a RangeError beyond the limit. */
  add(chunk: Uint8Array): void {
    const end = this.#length + chunk.length;
    if (end > this.#memory.byteLength) this.#memory.resize(Math.min(this.#limit, end + step));
    new Uint8Array(this.#memory, this.#length, chunk.length).set(chunk);
    this.#length = end;
  }

  /** A copy of them all. */
  take(): Uint8Array {
    return Buffer.concat([new Uint8Array(this.#memory, 0, this.#length)]);
  }

  drop(): void {
    this.#length = 0;
    this.#memory.resize(0);
  }
}
