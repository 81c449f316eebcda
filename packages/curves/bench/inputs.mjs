/** Points and numbers as noble has them, encoded as the precompiles of Ethereum do. */
import { randomBytes } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';

const word = (value, length) => Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex');
export const scalarBytes = (value) => word(value, 32);
const randomScalar = (order) => 1n + (BigInt(`0x${randomBytes(40).toString('hex')}`) % (order - 1n));

/** Random points of one curve; each call makes new ones. */
function pointsOf(curve, length, isImaginaryFirst) {
  const { ORDER } = curve.fields.Fr;
  const complex = ({ c0, c1 }) => (isImaginaryFirst ? [c1, c0] : [c0, c1]);
  const point = (group, coordinates) => {
    const scalar = randomScalar(ORDER);
    const noble = curve[group].Point.BASE.multiply(scalar);
    const { x, y } = noble.toAffine();
    return { scalar, noble, x, y, bytes: Buffer.concat([x, y].flatMap(coordinates).map((each) => word(each, length))) };
  };
  const g1 = (value) => [value];
  return {
    order: ORDER,
    scalar: () => randomScalar(ORDER),
    g1: () => point('G1', g1),
    g2: () => point('G2', complex),
  };
}

export const onBls = pointsOf(bls12_381, 64, false);
export const onBn = pointsOf(bn254, 32, true);
