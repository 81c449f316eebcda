/** What the curves of BLS12-381 are: y² = x³ + 4 (G1) and y² = x³ + 4 + 4i (G2). */
import { double } from './field';
import { add, carry, copy, four, twist } from './generated';

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
