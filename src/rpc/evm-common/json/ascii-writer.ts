/** ASCII text as bytes, for `AsciiWriter.bytes`. */
export function asciiBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Texts up to this length are written into the same memory. */
const scratch = Buffer.alloc(8 * 1024);

/** The two digits of each byte. */
const digits = asciiBytes(Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join(''));
const zero = 0x30;

/**
 * Writes ASCII text byte by byte into one piece of memory, and makes one string of it. For texts of many numbers in hex
 * this takes half of what joining their strings takes. Each writer ends before the next begins.
 */
export class AsciiWriter {
  readonly #text: Buffer;
  #at = 0;

  /** `length`: at least that of the text */
  constructor(length: number) {
    this.#text = length <= scratch.length ? scratch : Buffer.allocUnsafe(length);
  }

  /** ASCII text as bytes. */
  bytes(text: Uint8Array): void {
    this.#text.set(text, this.#at);
    this.#at += text.length;
  }

  /** A short ASCII text. */
  ascii(text: string): void {
    for (let index = 0; index < text.length; index++) this.#text[this.#at++] = text.charCodeAt(index);
  }

  /** The digits of `length` bytes from `from` on. */
  hex(bytes: Uint8Array, from: number, length: number): void {
    const text = this.#text;
    let to = this.#at;
    for (let at = from; at < from + length; at++) to = writeDigits(text, to, bytes[at] ?? 0);
    this.#at = to;
  }

  /** The digits of `length` bytes that `packZeros` has packed; undefined: all are zero. */
  packedHex(packed: Uint8Array | undefined, length: number): void {
    const text = this.#text;
    let to = this.#at;
    this.#at += 2 * length;
    text.fill(zero, to, this.#at);
    if (packed === undefined) return;
    for (let at = 0; at < packed.length; at++) {
      const byte = packed[at] ?? 0;
      if (byte === 0) to += 2 * (packed[++at] ?? 0);
      else to = writeDigits(text, to, byte);
    }
  }

  /** The text. */
  finish(): string {
    if (this.#at > this.#text.length) throw new Error('the text is longer than was said');
    return this.#text.toString('latin1', 0, this.#at);
  }
}

/** Returns the offset after the digits. */
function writeDigits(text: Uint8Array, to: number, byte: number): number {
  text[to] = digits[2 * byte] ?? 0;
  text[to + 1] = digits[2 * byte + 1] ?? 0;
  return to + 2;
}
