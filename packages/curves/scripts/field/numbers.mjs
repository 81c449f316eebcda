/** Numbers modulo a prime and in its extension by i, the root of -1, for the constants of the curves. */

/** base^exponent modulo `modulus`. */
export function power(base, exponent, modulus) {
  let result = 1n;
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % modulus) {
    if (rest & 1n) result = (result * square) % modulus;
  }
  return result;
}

/** The extension of a field: elements are [real, imaginary]. */
export function extensionOf(p) {
  const multiply = ([a, b], [c, d]) => [(a * c + (p - b) * d) % p, (a * d + b * c) % p];
  return {
    multiply,
    power(base, exponent) {
      let result = [1n, 0n];
      for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = multiply(square, square)) {
        if (rest & 1n) result = multiply(result, square);
      }
      return result;
    },
    inverse([a, b]) {
      const norm = power((a * a + b * b) % p, p - 2n, p);
      return [(a * norm) % p, ((p - b) * norm) % p];
    },
  };
}
