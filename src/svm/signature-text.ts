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

/**
 * Column j: of each number's weight the digit at place j, the highest first. Weights are 2^(24 · (21 − i)); those behind
 * `rowCount` have no digit there.
 */
const weights = new Float64Array(count * count);
const rowCount = new Uint8Array(count);
for (let row = 0; row < count; row++) {
  let rest = 1n << BigInt(24 * (count - 1 - row));
  for (let column = count - 1; rest > 0n; column--) {
    weights[column * count + row] = Number(rest % BigInt(base));
    rowCount[column] = row + 1;
    rest /= BigInt(base);
  }
}

const numbers = new Float64Array(count);
const sums = new Float64Array(count);
const textPairs = new Uint16Array(2 * count);
const text = Buffer.from(textPairs.buffer);

/** 64 bytes → base58. Throws a RangeError for another number of bytes. */
export function encodeSignatureText(bytes: Uint8Array): string {
  if (bytes.length !== size) throw new RangeError(`a signature has ${size} bytes, not ${bytes.length}`);
  readNumbers(bytes);
  addUp();
  writeDigits();
  let zeros = 0;
  while (zeros < size && bytes[zeros] === 0) zeros++;
  let start = 0;
  while (start < textLength && text[start] === one) start++;
  return text.toString('latin1', start - zeros, textLength);
}

function readNumbers(bytes: Uint8Array): void {
  numbers[0] = bytes[0] ?? 0;
  for (let row = 1, at = 1; row < count; row++, at += 3) {
    numbers[row] = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  }
}

function addUp(): void {
  const [values, factors] = [numbers, weights];
  for (let column = 0; column < count; column++) {
    const rows = rowCount[column] ?? 0;
    const start = column * count;
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += (values[row] ?? 0) * (factors[start + row] ?? 0);
    sums[column] = sum;
  }
}

function writeDigits(): void {
  let carry = 0;
  for (let column = count - 1; column >= 0; column--) {
    const value = (sums[column] ?? 0) + carry;
    carry = Math.floor(value / base);
    const digits = (value - carry * base) | 0;
    const high = (digits / pairs) | 0;
    textPairs[2 * column] = pairCodes[high] ?? 0;
    textPairs[2 * column + 1] = pairCodes[digits - high * pairs] ?? 0;
  }
}
