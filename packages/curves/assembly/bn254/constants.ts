/** What the curves of BN254 are: y² = x³ + 3 (G1) and y² = x³ + 3 / (9 + i) (G2). */
import { double } from './field';
import { add, carry, constantOfG1, constantOfG2, multiplyExtension, thriceConstantOfG2 } from './generated';

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
