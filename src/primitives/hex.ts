/** Bytes as text: `0x` followed by an even number of lower-case hex digits. */
export type Hex = `0x${string}`;

const evenHex = /^0x(?:[0-9a-f]{2})*$/i;

/** Whether `text` is `0x` and an even number of hex digits, in any case. */
export function isHex(text: string): text is Hex {
  return evenHex.test(text);
}

/** Bytes → `0x…` in lower case. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${toHexDigits(bytes)}`;
}

/**
 * Scratch memory: short bytes are copied here, since creating a Buffer for each would cost more than the conversion.
 */
const scratch = Buffer.alloc(512);

/** Bytes → hex digits without `0x`, in lower case. */
export function toHexDigits(bytes: Uint8Array): string {
  if (bytes.length > maxPieceBytes) return digitsOfPieces(bytes);
  if (bytes.length > scratch.length) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  }
  scratch.set(bytes);
  return scratch.toString('hex', 0, bytes.length);
}

/** Bytes whose digits are made at once: a text of more than a megabyte gets memory that malloc keeps for long. */
const maxPieceBytes = 256 * 1024;

function digitsOfPieces(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += maxPieceBytes)
    pieces.push(toHexDigits(bytes.subarray(at, at + maxPieceBytes)));
  return pieces.join('');
}

/** Up to this many bytes the digits are read one by one; calling the runtime is only faster for more. */
const maxInlineBytes = 64;

/** `0x…` → bytes. Throws a RangeError unless the text is whole bytes of hex. */
export function fromHex(text: string): Uint8Array {
  const length = hexLength(text);
  if (length > maxInlineBytes && isHex(text)) return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
  if (length <= maxInlineBytes && text.startsWith('0x') && Number.isInteger(length)) {
    const bytes = new Uint8Array(length);
    writeHex(text, bytes, 0);
    return bytes;
  }
  throw notHex(text);
}

/** Number of bytes in `0x…`. */
export function hexLength(text: string): number {
  return text.length / 2 - 1;
}

function notHex(text: string): RangeError {
  return new RangeError(`not whole bytes in hex: ${text.slice(0, 80)}`);
}

const noDigit = 255;
/** The value of a hex digit by its character code; `noDigit` for other characters. */
const digitValues = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? noDigit : value;
});

/**
 * Writes the bytes of `0x…` from `at` on, digit by digit, without the first `skipped` of them. Throws a RangeError when
 * the text is not whole bytes.
 */
export function writeHex(text: string, target: Uint8Array, at: number, skipped = 0): void {
  let seen = 0;
  for (let from = 2 + 2 * skipped, to = at; from < text.length; from += 2, to++) {
    const high = digitValues[text.charCodeAt(from)] ?? noDigit;
    const low = digitValues[text.charCodeAt(from + 1)] ?? noDigit;
    seen |= high | low;
    target[to] = (high << 4) | low;
  }
  if (seen >= 16) throw notHex(text);
}
