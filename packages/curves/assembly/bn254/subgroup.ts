import { endomorphism } from './endomorphism';
import { addPoints, copyPoint, doublePoint, POINT, Y, Z } from './curve';
import { doubleTimes } from './doublings';
import { isZero } from './field';
import { negate, seedDigits, seedDigitsCount } from './generated';

/** fewer doublings in a row are done one by one */
const MANY = 4;

/** 1, 3, 5 and 7 times the point */
const multiples: usize = memory.data(4 * 240, 16);
const twice: usize = memory.data(240, 16);
const negated: usize = memory.data(240, 16);
const multiple: usize = memory.data(240, 16);
const sum: usize = memory.data(240, 16);

/**
 * Whether the point is of the subgroup: in G2 those for which u·Q + Q + ψ(u·Q) + ψ²(u·Q) = ψ³(2u·Q) (El Housni,
 * Guillevic, Piellard: eprint 2022/348, 3.1.2). G1 is the whole curve.
 */
export function isInSubgroup<F>(point: usize): bool {
  if (!isFloat<F>()) return true;
  timesSeed<F>(multiple, point);
  addPoints<F>(sum, multiple, point);
  endomorphism<F>(multiple, multiple);
  addPoints<F>(sum, sum, multiple);
  endomorphism<F>(multiple, multiple);
  addPoints<F>(sum, sum, multiple);
  endomorphism<F>(multiple, multiple);
  doublePoint<F>(multiple, multiple);
  negate(multiple + Y, multiple + Y);
  addPoints<F>(sum, sum, multiple);
  return isZero(sum + Z);
}

/** result = u · point, at another place */
function timesSeed<F>(result: usize, point: usize): void {
  doublePoint<F>(twice, point);
  copyPoint(multiples, point);
  for (let i: usize = 1; i < 4; i++) addPoints<F>(multiples + i * POINT, multiples + (i - 1) * POINT, twice);
  copyPoint(result, multipleOf(load<i8>(seedDigits)));
  let run = 0;
  for (let i: usize = 1; i < seedDigitsCount; i++) {
    run++;
    const digit = <i32>load<i8>(seedDigits + i);
    if (digit === 0) continue;
    doubleSeveral<F>(result, run);
    run = 0;
    addPoints<F>(result, result, multipleOf(digit));
  }
  doubleSeveral<F>(result, run);
}

/** A multiple of an odd digit from -7 to 7. */
function multipleOf(digit: i32): usize {
  const found = multiples + <usize>(abs(digit) >> 1) * POINT;
  if (digit > 0) return found;
  copyPoint(negated, found);
  negate(negated + Y, found + Y);
  return negated;
}

function doubleSeveral<F>(point: usize, times: i32): void {
  if (times >= MANY) doubleTimes<F>(point, times);
  else for (let i = 0; i < times; i++) doublePoint<F>(point, point);
}
