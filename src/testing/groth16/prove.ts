import { concatBytes } from '../../primitives/bytes.ts';
import { Fr } from './circuit.ts';
import { encodeG1, encodeG2, type G1Point, type G2Point } from './encode-point.ts';
import { add, divideExactly, multiply, type Polynomial, scale } from './polynomial.ts';
import { scalarsOf } from './scalars.ts';
import type { ProvingKey, QuadraticProgram } from './setup.ts';

/**
 * A proof that the variables satisfy the circuit (Groth 2016, 3.2), 512 bytes, different for each seed. Throws a
 * RangeError when they do not.
 */
export function prove(key: ProvingKey, witness: readonly bigint[], seed: string): Uint8Array {
  const [r = 0n, s = 0n] = scalarsOf(seed, 2);
  const quotient = quotientOf(key.program, witness);
  const a = combineG1(witness, key.left1).add(key.alpha1).add(key.delta1.multiplyUnsafe(r));
  const b1 = combineG1(witness, key.right1).add(key.beta1).add(key.delta1.multiplyUnsafe(s));
  const b2 = combineG2(witness, key.right2).add(key.beta2).add(key.delta2.multiplyUnsafe(s));
  const c = combineG1(witness.slice(key.publicInputs + 1), key.secret1)
    .add(combineG1(quotient, key.powers1))
    .add(a.multiplyUnsafe(s))
    .add(b1.multiplyUnsafe(r))
    .subtract(key.delta1.multiplyUnsafe(Fr.mul(r, s)));
  return concatBytes(encodeG1(a), encodeG2(b2), encodeG1(c));
}

/** (left · right - output) / target, a polynomial when every constraint is satisfied. */
function quotientOf({ left, right, output, target }: QuadraticProgram, witness: readonly bigint[]): bigint[] {
  const joined = (polynomials: readonly Polynomial[]) =>
    polynomials.map((polynomial, i) => scale(polynomial, witness[i] ?? 0n)).reduce<Polynomial>(add, []);
  const dividend = add(multiply(joined(left), joined(right)), scale(joined(output), Fr.neg(1n)));
  return divideExactly(dividend, target);
}

function combineG1(scalars: readonly bigint[], points: readonly G1Point[]): G1Point {
  const terms = points.map((point, i) => point.multiplyUnsafe(scalars[i] ?? 0n));
  return terms.reduce((sum, term) => sum.add(term));
}

function combineG2(scalars: readonly bigint[], points: readonly G2Point[]): G2Point {
  const terms = points.map((point, i) => point.multiplyUnsafe(scalars[i] ?? 0n));
  return terms.reduce((sum, term) => sum.add(term));
}
