const windowBits = 4;
const zeroCode = '0'.charCodeAt(0);

/** base^exponent mod modulus for a positive modulus, four bits of the exponent at a time. */
export function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const reduced = base % modulus;
  if (exponent < 1n << 32n) return shortPower(reduced, exponent, modulus);
  const powers = [1n % modulus, reduced];
  for (let i = 2; i < 1 << windowBits; i++) powers.push(((powers[i - 1] ?? 0n) * reduced) % modulus);
  let result = 1n;
  for (const digit of exponent.toString(16)) {
    for (let i = 0; i < windowBits; i++) result = (result * result) % modulus;
    if (digit !== '0') result = (result * (powers[Number.parseInt(digit, 16)] ?? 0n)) % modulus;
  }
  return result;
}

/** With a small table or none: for a short exponent, a larger one costs more than it saves. */
function shortPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const square = exponent < 16n ? 0n : (base * base) % modulus;
  const powers = exponent < 16n ? [1n, base] : [1n, base, square, (square * base) % modulus];
  let result = 1n % modulus;
  for (const digit of exponent.toString(powers.length)) {
    if (powers.length === 4) result = (result * result) % modulus;
    // one remainder of a longer number takes less than two
    const factor = powers[digit.charCodeAt(0) - zeroCode] ?? 1n;
    result = digit === '0' ? (result * result) % modulus : (result * result * factor) % modulus;
  }
  return result;
}
