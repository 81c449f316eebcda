/** What the curves of BN254 are: y² = x³ + 3 (G1) and y² = x³ + 3 / (9 + i) (G2), and their endomorphisms. */
import { Y, Z } from './curve';
import { double } from './field';
import {
  add,
  carry,
  conjugate,
  constantOfG1,
  constantOfG2,
  copy,
  cubeRoot,
  multiplyExtension,
  multiplyLanes,
  psiX,
  psiY,
  thriceConstantOfG2,
} from './generated';

const u: usize = memory.data(112, 16);
const v: usize = memory.data(112, 16);

/** b of the curve */
@inline
export function constantOfCurve<F>(): usize {
  return isFloat<F>() ? constantOfG2 : constantOfG1;
}

/** result = value times three times the curve's constant, of size 3 at most */
export function timesConstant<F>(result: usize, value: usize): void {
  if (isFloat<F>()) {
    multiplyExtension(result, value, thriceConstantOfG2);
    return;
  }
  carry(v, value);
  double(u, v);
  double(u, u);
  carry(u, u);
  double(u, u);
  add(u, u, v);
  carry(result, u);
}

/** result = the image of a point: φ (G1), or ψ (G2: what Frobenius of the target field does to it) */
export function endomorphism<F>(result: usize, point: usize): void {
  if (isFloat<F>()) {
    conjugate(u, point);
    multiplyExtension(result, u, psiX);
    conjugate(u, point + Y);
    multiplyExtension(result + Y, u, psiY);
    conjugate(u, point + Z);
    carry(result + Z, u);
  } else {
    multiplyLanes(result, point, cubeRoot);
    copy(result + Y, point + Y);
    copy(result + Z, point + Z);
  }
}
