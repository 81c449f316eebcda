/**
 * Base58 of exactly 64 bytes, several times as fast as the general conversion: pages of histories are full of them.
 *
 * The bytes are 22 numbers of 24 bits (the first of 8). Each of their weights is kept as 22 digits of base 58^4, so
 * the digits of the whole are sums of products, all below 2^52 and therefore exact doubles; carrying comes last.
 */

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const size = 64;
const count = 22;
const base = 58 ** 4;
const pairs = 58 ** 2;
const textLength = 4 * count;
const one = alphabet.charCodeAt(0);

/** Two characters for each pair of digits, in the order they have in memory. */
const pairCodes = Uint16Array.from({ length: pairs }, (_, pair) => {
  const characters = [alphabet.charCodeAt(Math.floor(pair / 58)), alphabet.charCodeAt(pair % 58)];
  return new Uint16Array(Uint8Array.from(characters).buffer)[0] ?? 0;
});

/** Row i: the digits of 2^(24 · (21 − i)), highest first. */
const weights = new Float64Array(count * count);
/** Per row, where its first digit other than 0 stands. */
const firstDigit = new Uint8Array(count);
for (let row = 0; row < count; row++) {
  let rest = 1n << BigInt(24 * (count - 1 - row));
  for (let column = count - 1; column >= 0; column--) {
    weights[row * count + column] = Number(rest % BigInt(base));
    if (rest > 0n) firstDigit[row] = column;
    rest /= BigInt(base);
  }
}

const sums = new Float64Array(count);
const textPairs = new Uint16Array(2 * count);
const text = Buffer.from(textPairs.buffer);

/** 64 bytes → base58. Throws a RangeError for another number of bytes. */
export function encodeSignatureText(bytes: Uint8Array): string {
  if (bytes.length !== size) throw new RangeError(`a signature has ${size} bytes, not ${bytes.length}`);
  addUp(bytes);
  writeDigits();
  let zeros = 0;
  while (zeros < size && bytes[zeros] === 0) zeros++;
  let start = 0;
  while (start < textLength && text[start] === one) start++;
  return text.toString('latin1', start - zeros, textLength);
}

function addUp(bytes: Uint8Array): void {
  sums.fill(0);
  for (let row = 0; row < count; row++) {
    const at = 3 * row - 2;
    const high = row === 0 ? 0 : ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8);
    const value = high | (bytes[at + 2] ?? 0);
    for (let column = firstDigit[row] ?? 0; column < count; column++) {
      sums[column] = (sums[column] ?? 0) + value * (weights[row * count + column] ?? 0);
    }
  }
}

function writeDigits(): void {
  let carry = 0;
  for (let column = count - 1; column >= 0; column--) {
    const value = (sums[column] ?? 0) + carry;
    carry = Math.floor(value / base);
    const digits = value - carry * base;
    const high = Math.floor(digits / pairs);
    textPairs[2 * column] = pairCodes[high] ?? 0;
    textPairs[2 * column + 1] = pairCodes[digits - high * pairs] ?? 0;
  }
}
