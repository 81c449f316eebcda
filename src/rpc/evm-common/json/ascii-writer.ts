/** ASCII text as bytes, for `AsciiWriter.bytes`. */
export function asciiBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Texts up to this length are written into the same memory. */
const scratch = Buffer.alloc(8 * 1024);
const scratchView = viewOf(scratch);

/** The two digits of each byte, as 16 bits. */
const digits = Uint16Array.from({ length: 256 }, (_, byte) => {
  const [high = 0, low = 0] = asciiBytes(byte.toString(16).padStart(2, '0'));
  return (high << 8) | low;
});
const zero = 0x30;

/** Up to this length a text is copied byte by byte, which takes a quarter of calling `set`; above, twice as long. */
const shortText = 12;

/**
 * Writes ASCII text byte by byte into one piece of memory, and makes one string of it. For texts of many numbers in hex
 * this takes half of what joining their strings takes. Each writer ends before the next begins.
 *
 * The two digits of a byte are written at once: 0.5 instead of 0.8 to 1.1 µs for 17 hashes.
 */
export class AsciiWriter {
  readonly #text: Buffer;
  readonly #view: DataView;
  #at = 0;

  /** `length`: at least that of the text */
  constructor(length: number) {
    const isShort = length <= scratch.length;
    this.#text = isShort ? scratch : Buffer.allocUnsafe(length);
    this.#view = isShort ? scratchView : viewOf(this.#text);
  }

  /** ASCII text as bytes. */
  bytes(text: Uint8Array): void {
    const to = this.#at;
    if (text.length > shortText) this.#text.set(text, to);
    else for (let index = 0; index < text.length; index++) this.#text[to + index] = text[index] ?? 0;
    this.#at = to + text.length;
  }

  /** A whole number that is not negative, in hex without leading zeros; zero is 0. */
  number(value: number): void {
    let length = 1;
    for (let rest = Math.floor(value / 16); rest > 0; rest = Math.floor(rest / 16)) length++;
    const text = this.#text;
    const end = this.#at + length;
    for (let to = end - 1, rest = value; to >= this.#at; to--) {
      text[to] = digit(rest % 16);
      rest = Math.floor(rest / 16);
    }
    this.#at = end;
  }

  /** The number of `length` big-endian bytes from `from` on, none of them zero at the beginning, as `number`. */
  amount(bytes: Uint8Array, from: number, length: number): void {
    const first = bytes[from] ?? 0;
    if (length === 0) this.#text[this.#at++] = zero;
    else if (first >= 16) this.hex(bytes, from, length);
    else {
      this.#text[this.#at++] = digit(first);
      this.hex(bytes, from + 1, length - 1);
    }
  }

  /** The digits of `length` bytes from `from` on. */
  hex(bytes: Uint8Array, from: number, length: number): void {
    const view = this.#view;
    let to = this.#at;
    for (let at = from; at < from + length; at++, to += 2) view.setUint16(to, digits[bytes[at] ?? 0] ?? 0);
    this.#at = to;
  }

  /** The digits of the bytes that `packZeros` has packed to `length` bytes from `from` on, `unpacked` of them. */
  packedHex(bytes: Uint8Array, from: number, length: number, unpacked: number): void {
    const view = this.#view;
    let to = this.#at;
    this.#at += 2 * unpacked;
    this.#text.fill(zero, to, this.#at);
    for (let at = from; at < from + length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === 0) to += 2 * (bytes[++at] ?? 0);
      else {
        view.setUint16(to, digits[byte] ?? 0);
        to += 2;
      }
    }
  }

  /** The text. */
  finish(): string {
    if (this.#at > this.#text.length) throw new Error('the text is longer than was said');
    return this.#text.toString('latin1', 0, this.#at);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function digit(value: number): number {
  return value < 10 ? zero + value : 0x57 + value;
}
