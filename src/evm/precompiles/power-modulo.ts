const windowBits = 4;

/** base^exponent mod modulus for a positive modulus, four bits of the exponent at a time. */
export function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const reduced = base % modulus;
  if (exponent < 1n << 16n) return shortPower(reduced, exponent, modulus);
  const powers = [1n % modulus, reduced];
  for (let i = 2; i < 1 << windowBits; i++) powers.push(((powers[i - 1] ?? 0n) * reduced) % modulus);
  let result = 1n;
  for (const digit of exponent.toString(16)) {
    for (let i = 0; i < windowBits; i++) result = (result * result) % modulus;
    if (digit !== '0') result = (result * (powers[Number.parseInt(digit, 16)] ?? 0n)) % modulus;
  }
  return result;
}

/** Without a table of powers, which costs more than it saves here. */
function shortPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return result;
}
