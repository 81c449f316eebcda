/** What the groups of BLS12-381 are made from: |x|. */
const seed = 0xd201000000010000n;
const square = seed * seed;

/** digits of a scalar to the base |x| */
const count = 4;

/** A scalar below the order of the groups in four digits to the base |x|, each of 64 bits, the lowest first. */
export function digitsToSeed(scalar: bigint): readonly bigint[] {
  const digits: bigint[] = [];
  for (let rest = scalar; digits.length < count; rest /= seed) digits.push(rest % seed);
  return digits;
}

/** A scalar in two digits to the base |x|², each as two words of 64 bits, the lowest first. */
export function digitsToSquareOfSeed(scalar: bigint): readonly bigint[] {
  const [low, high] = [scalar % square, scalar / square];
  return [BigInt.asUintN(64, low), low >> 64n, BigInt.asUintN(64, high), high >> 64n];
}
