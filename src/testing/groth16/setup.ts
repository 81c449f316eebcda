import { bls12_381 } from '@noble/curves/bls12-381.js';
import { concatBytes } from '../../primitives/bytes.ts';
import { type Circuit, type Constraint, Fr } from './circuit.ts';
import { encodeG1, encodeG2, type G1Point, type G2Point } from './encode-point.ts';
import { add, lagrangeBasis, type Polynomial, scale, valueAt, vanishing } from './polynomial.ts';
import { scalarsOf } from './scalars.ts';

const multiplyG1 = (scalar: bigint): G1Point => bls12_381.G1.Point.BASE.multiplyUnsafe(scalar);
const multiplyG2 = (scalar: bigint): G2Point => bls12_381.G2.Point.BASE.multiplyUnsafe(scalar);

/** The constraints as polynomials, one of each kind for each variable, and one that is zero at every constraint. */
export type QuadraticProgram = {
  readonly left: readonly Polynomial[];
  readonly right: readonly Polynomial[];
  readonly output: readonly Polynomial[];
  readonly target: Polynomial;
};

/** The proving key; the number at the end of a name is that of the group. */
export type ProvingKey = {
  readonly program: QuadraticProgram;
  readonly publicInputs: number;
  readonly alpha1: G1Point;
  readonly beta1: G1Point;
  readonly beta2: G2Point;
  readonly delta1: G1Point;
  readonly delta2: G2Point;
  readonly left1: readonly G1Point[];
  readonly right1: readonly G1Point[];
  readonly right2: readonly G2Point[];
  /** Points of the secret variables. */
  readonly secret1: readonly G1Point[];
  /** powers of the point of evaluation times the target */
  readonly powers1: readonly G1Point[];
};

type TrustedSetup = { readonly provingKey: ProvingKey; readonly verifyingKey: Uint8Array };

/** The trusted setup of a circuit (Groth 2016, 3.2). Its secrets follow from the seed: for tests only. */
export function trustedSetup(circuit: Circuit, seed: string): TrustedSetup {
  const [tau = 0n, alpha = 0n, beta = 0n, gamma = 0n, delta = 0n] = scalarsOf(seed, 5);
  const program = toProgram(circuit);
  const at = (polynomials: readonly Polynomial[]) => polynomials.map((polynomial) => valueAt(polynomial, tau));
  const [left, right, output] = [at(program.left), at(program.right), at(program.output)];
  const joined = left.map((u, i) => Fr.add(Fr.add(Fr.mul(beta, u), Fr.mul(alpha, right[i] ?? 0n)), output[i] ?? 0n));
  const known = circuit.publicInputs + 1;
  const target = valueAt(program.target, tau);
  const ic = joined.slice(0, known).map((value) => multiplyG1(Fr.div(value, gamma)));
  const [beta2, delta2] = [multiplyG2(beta), multiplyG2(delta)];
  return {
    provingKey: {
      program,
      publicInputs: circuit.publicInputs,
      alpha1: multiplyG1(alpha),
      beta1: multiplyG1(beta),
      beta2,
      delta1: multiplyG1(delta),
      delta2,
      left1: left.map(multiplyG1),
      right1: right.map(multiplyG1),
      right2: right.map(multiplyG2),
      secret1: joined.slice(known).map((value) => multiplyG1(Fr.div(value, delta))),
      powers1: circuit.constraints
        .slice(1)
        .map((_, i) => multiplyG1(Fr.div(Fr.mul(Fr.pow(tau, BigInt(i)), target), delta))),
    },
    verifyingKey: concatBytes(
      encodeG1(multiplyG1(alpha)),
      ...[beta2, multiplyG2(gamma), delta2].map(encodeG2),
      ...ic.map(encodeG1),
    ),
  };
}

function toProgram({ variables, constraints }: Circuit): QuadraticProgram {
  const basis = lagrangeBasis(constraints.length);
  const columns = (kind: keyof Constraint) =>
    Array.from({ length: variables }, (_, variable) =>
      constraints
        .map((constraint, row) => scale(basis[row] ?? [], constraint[kind][variable] ?? 0n))
        .reduce((sum, term) => add(sum, term), []),
    );
  return {
    left: columns('left'),
    right: columns('right'),
    output: columns('output'),
    target: vanishing(constraints.length),
  };
}
