/** value modulo modulus, from 0 to modulus - 1, for a value of either sign. */
export function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** What a positive value below the modulus, coprime to it, multiplies to 1 with (Euclid's extended algorithm). */
export function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, value];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return modulo(factor, modulus);
}
