/** Bytes as text: `0x` followed by an even number of lower-case hex digits. */
export type Hex = `0x${string}`;

const evenHex = /^0x(?:[0-9a-f]{2})*$/i;

/** Whether `text` is `0x` plus whole bytes, in either case. */
export function isHex(text: string): text is Hex {
  return evenHex.test(text);
}

/** Bytes → `0x…` in lower case. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${toHexDigits(bytes)}`;
}

/** Short bytes are copied here to be written as text: making a Buffer of each would cost more than the writing. */
const scratch = Buffer.alloc(512);

/** Bytes → hex digits without `0x`, in lower case. */
export function toHexDigits(bytes: Uint8Array): string {
  if (bytes.length > scratch.length) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  }
  scratch.set(bytes);
  return scratch.toString('hex', 0, bytes.length);
}

/** Of so many bytes the digits are read one by one; calling the runtime pays only for more. */
const fewBytes = 64;

/** `0x…` → bytes. Throws a RangeError unless the text is whole bytes. */
export function fromHex(text: string): Uint8Array {
  const length = hexLength(text);
  if (length > fewBytes && isHex(text)) return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
  if (length <= fewBytes && text.startsWith('0x') && Number.isInteger(length)) {
    const bytes = new Uint8Array(length);
    writeHex(text, bytes, 0);
    return bytes;
  }
  throw notHex(text);
}

/** How many bytes the digits of `0x…` stand for. */
export function hexLength(text: string): number {
  return text.length / 2 - 1;
}

function notHex(text: string): RangeError {
  return new RangeError(`not whole bytes in hex: ${text.slice(0, 80)}`);
}

const noDigit = 255;
/** What the digit with that code stands for. */
const digitValues = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? noDigit : value;
});

/** Writes the bytes of `0x…` from `at` on, digit by digit. Throws a RangeError when the text is not whole bytes. */
export function writeHex(text: string, target: Uint8Array, at: number): void {
  let seen = 0;
  for (let from = 2, to = at; from < text.length; from += 2, to++) {
    const high = digitValues[text.charCodeAt(from)] ?? noDigit;
    const low = digitValues[text.charCodeAt(from + 1)] ?? noDigit;
    seen |= high | low;
    target[to] = (high << 4) | low;
  }
  if (seen >= 16) throw notHex(text);
}
