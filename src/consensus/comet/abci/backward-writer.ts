const firstCapacity = 1024;

/** Writes from the last byte to the first, so that the length of a part is known when its prefix is written. */
export class BackwardWriter {
  #buffer: Uint8Array = Buffer.allocUnsafe(firstCapacity);
  #start = firstCapacity;

  /** bytes written so far */
  get length(): number {
    return this.#buffer.length - this.#start;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#start -= bytes.length;
    this.#buffer.set(bytes, this.#start);
  }

  /** A whole number; a negative one takes ten bytes. Throws a RangeError when it is not exact. */
  varint(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no exact whole number`);
    if (value < 0) {
      this.#negative(value);
      return;
    }
    let size = 1;
    for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 0x80)) size++;
    this.#reserve(size);
    this.#start -= size;
    let at = this.#start;
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.#buffer[at++] = (rest % 0x80) | 0x80;
    this.#buffer[at] = rest;
  }

  /** The bytes written. The writer must not be used any more. */
  finish(): Uint8Array {
    return this.#buffer.subarray(this.#start);
  }

  #negative(value: number): void {
    const bytes = new Uint8Array(10);
    let rest = BigInt.asUintN(64, BigInt(value));
    for (let at = 0; at < 9; at++, rest >>= 7n) bytes[at] = Number(rest & 0x7fn) | 0x80;
    bytes[9] = Number(rest);
    this.bytes(bytes);
  }

  #reserve(size: number): void {
    if (this.#start >= size) return;
    const used = this.length;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, used + size));
    larger.set(this.#buffer.subarray(this.#start), larger.length - used);
    this.#start = larger.length - used;
    this.#buffer = larger;
  }
}
