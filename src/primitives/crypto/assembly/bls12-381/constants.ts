/** What the curves of BLS12-381 are: y² = x³ + 4 (G1) and y² = x³ + 4 + 4i (G2), and their endomorphisms. */
import { Y, Z } from './curve';
import { double } from './field';
import {
  add,
  carry,
  conjugate,
  copy,
  cubeRoot,
  four,
  multiplyExtension,
  multiplyLanes,
  negate,
  psiX,
  psiY,
  twist,
} from './generated';

const u: usize = memory.data(112, 16);
const v: usize = memory.data(112, 16);

/** b of the curve */
@inline
export function constantOfCurve<F>(): usize {
  return four;
}

/** result = value times three times the curve's constant, of size 3 at most */
export function timesConstant<F>(result: usize, value: usize): void {
  if (isFloat<F>()) {
    twist(u, value);
    carry(u, u);
  } else copy(u, value);
  add(v, u, u);
  add(u, u, v);
  carry(u, u);
  double(u, u);
  double(u, u);
  carry(result, u);
}

/** result = the image of a point of the subgroup that is its |x|² (G1) or |x| (G2) times: -φ or -ψ */
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
  negate(u, result + Y);
  carry(result + Y, u);
}
