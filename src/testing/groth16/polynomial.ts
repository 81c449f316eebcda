import { Fr } from './circuit.ts';

/** Coefficients, the lowest power first. */
export type Polynomial = readonly bigint[];

/** The value at x. */
export function valueAt(polynomial: Polynomial, x: bigint): bigint {
  return polynomial.reduceRight((sum, coefficient) => Fr.add(Fr.mul(sum, x), coefficient), 0n);
}

/** The sum of two polynomials. */
export function add(left: Polynomial, right: Polynomial): bigint[] {
  const length = Math.max(left.length, right.length);
  return Array.from({ length }, (_, i) => Fr.add(left[i] ?? 0n, right[i] ?? 0n));
}

/** The polynomial times a number. */
export function scale(polynomial: Polynomial, factor: bigint): bigint[] {
  return polynomial.map((coefficient) => Fr.mul(coefficient, factor));
}

/** The product of two polynomials. */
export function multiply(left: Polynomial, right: Polynomial): bigint[] {
  const product = new Array<bigint>(left.length + right.length - 1).fill(0n);
  for (const [i, a] of left.entries())
    for (const [j, b] of right.entries()) product[i + j] = Fr.add(product[i + j] ?? 0n, Fr.mul(a, b));
  return product;
}

/** The quotient by a divisor whose highest coefficient is 1. Throws a RangeError when a remainder is left. */
export function divideExactly(dividend: Polynomial, divisor: Polynomial): bigint[] {
  const rest = [...dividend];
  const quotient: bigint[] = [];
  for (let at = rest.length - divisor.length; at >= 0; at--) {
    const factor = rest[at + divisor.length - 1] ?? 0n;
    quotient.unshift(factor);
    for (const [i, coefficient] of divisor.entries())
      rest[at + i] = Fr.sub(rest[at + i] ?? 0n, Fr.mul(factor, coefficient));
  }
  if (rest.some((coefficient) => coefficient !== 0n)) throw new RangeError('the witness does not satisfy the circuit');
  return quotient;
}

/** (x - 1)(x - 2)…(x - count), zero at the point of every constraint. */
export function vanishing(count: number): bigint[] {
  return pointsTo(count).reduce((product, point) => multiply(product, [Fr.neg(point), 1n]), [1n]);
}

/** The polynomials that are 1 at one of the points 1 … count and 0 at the others. */
export function lagrangeBasis(count: number): bigint[][] {
  return pointsTo(count).map((own) => {
    const others = pointsTo(count).filter((point) => point !== own);
    const product = others.reduce((sum, point) => multiply(sum, [Fr.neg(point), 1n]), [1n]);
    return scale(product, Fr.inv(valueAt(product, own)));
  });
}

function pointsTo(count: number): bigint[] {
  return Array.from({ length: count }, (_, i) => BigInt(i + 1));
}
