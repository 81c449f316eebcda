import { bls12_381 } from '@noble/curves/bls12-381.js';

export const { Fr } = bls12_381.fields;

/** Factors of variables by index; the others are zero. */
type Row = Readonly<Record<number, bigint>>;
/** (left · variables) × (right · variables) = output · variables. */
export type Constraint = { readonly left: Row; readonly right: Row; readonly output: Row };

/** An arithmetic circuit. The variables are the constant 1, then the public inputs, then the secret variables. */
export type Circuit = {
  readonly variables: number;
  readonly publicInputs: number;
  readonly constraints: readonly Constraint[];
};

/**
 * x³ + x + 5 = y with the variables 1, y, x³, x², x: y is public, and with more public inputs the next of them too. The
 * powers of x come before x so that tests can publish several numbers.
 */
export const cubic = (publicInputs: number): Circuit => ({
  variables: 5,
  publicInputs,
  constraints: [
    { left: { 4: 1n }, right: { 4: 1n }, output: { 3: 1n } },
    { left: { 3: 1n }, right: { 4: 1n }, output: { 2: 1n } },
    { left: { 0: 5n, 2: 1n, 4: 1n }, right: { 0: 1n }, output: { 1: 1n } },
  ],
});

/** All variables of the cubic circuit for x. */
export function cubicWitness(x: bigint): bigint[] {
  const square = Fr.sqr(x);
  const cube = Fr.mul(square, x);
  return [1n, Fr.add(Fr.add(cube, x), 5n), cube, square, x];
}

/**
 * x⁵ = y with the variables 1, y, x, x², x⁴: every y has such an x, as 5 does not divide the order of the group less 1.
 */
export const fifthPower: Circuit = {
  variables: 5,
  publicInputs: 1,
  constraints: [
    { left: { 2: 1n }, right: { 2: 1n }, output: { 3: 1n } },
    { left: { 3: 1n }, right: { 3: 1n }, output: { 4: 1n } },
    { left: { 4: 1n }, right: { 2: 1n }, output: { 1: 1n } },
  ],
};

/** All variables of the fifth-power circuit for y, whose fifth root is calculated. */
export function fifthPowerWitness(y: bigint): bigint[] {
  const x = Fr.pow(y, inverseOfFive());
  const square = Fr.sqr(x);
  return [1n, y, x, square, Fr.sqr(square)];
}

/** The e with 5e ≡ 1 modulo the order of the multiplicative group. */
function inverseOfFive(): bigint {
  const order = Fr.ORDER - 1n;
  for (let multiple = 1n; ; multiple++) if ((multiple * order + 1n) % 5n === 0n) return (multiple * order + 1n) / 5n;
}
