import { addPoints, copyPoint, doublePoint, endomorphism, Y, Z } from './curve';
import { doubleTimes } from './doublings';
import { isZero } from './field';
import { negate } from './generated';

/** What both curves are made from, without its sign: -x. */
export const SEED: u64 = 0xd201000000010000;

/** fewer doublings in a row are done one by one */
const MANY = 8;

const multiple: usize = memory.data(336, 16);
const source: usize = memory.data(336, 16);
const image: usize = memory.data(336, 16);

/** Whether the point, in G1 both points, are of the subgroup (Scott: eprint 2021/1130). */
export function isInSubgroup<F>(point: usize): bool {
  timesSeed<F>(multiple, point);
  if (!isFloat<F>()) {
    copyPoint(source, multiple);
    timesSeed<F>(multiple, source);
  }
  endomorphism<F>(image, point);
  negate(image + Y, image + Y);
  addPoints<F>(multiple, multiple, image);
  return isZero(multiple + Z);
}

/** result = |x| · point, at another place */
export function timesSeed<F>(result: usize, point: usize): void {
  copyPoint(result, point);
  for (let rest = SEED << 1; rest !== 0; ) {
    const run = <i32>clz(rest) + 1;
    rest <<= run;
    doubleSeveral<F>(result, run);
    addPoints<F>(result, result, point);
  }
  doubleSeveral<F>(result, <i32>ctz(SEED));
}

function doubleSeveral<F>(point: usize, times: i32): void {
  if (times >= MANY) doubleTimes<F>(point, times);
  else for (let i = 0; i < times; i++) doublePoint<F>(point, point);
}
