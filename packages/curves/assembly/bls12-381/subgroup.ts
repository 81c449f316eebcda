import { endomorphism } from './endomorphism';
import { addPoints, copyPoint, doublePoint, Lanes, Y, Z } from './curve';
import { doubleTimes, doubleTimesAlone } from './doublings';
import { isZero } from './field';
import { negate } from './generated';

/** What both curves are made from, without its sign: -x. */
export const SEED: u64 = 0xd201000000010000;

/** fewer doublings in a row are done one by one */
const MANY = 8;

const multiple: usize = memory.data(336, 16);
/** |x| times the points of G1 that were last looked at */
export const timesSeedOnce: usize = memory.data(336, 16);
const image: usize = memory.data(336, 16);

/** Whether the point, in G1 both points, are of the subgroup (Scott: eprint 2021/1130). */
export function isInSubgroup<F>(point: usize): bool {
  timesSeed<F>(multiple, point);
  if (!isFloat<F>()) {
    copyPoint(timesSeedOnce, multiple);
    timesSeed<F>(multiple, timesSeedOnce);
  }
  return isNegatedImage<F>(point);
}

/** The same for one point of G1 alone, which is in both lanes. */
export function isInSubgroupAlone(point: usize): bool {
  timesSeedAlone(timesSeedOnce, point);
  timesSeedAlone(multiple, timesSeedOnce);
  return isNegatedImage<Lanes>(point);
}

/** Whether the multiple of a point is the negative of its image. */
function isNegatedImage<F>(point: usize): bool {
  endomorphism<F>(image, point);
  negate(image + Y, image + Y);
  addPoints<F>(multiple, multiple, image);
  return isZero(multiple + Z);
}

/** result = |x| · point, for one point of G1 alone, at another place */
export function timesSeedAlone(result: usize, point: usize): void {
  copyPoint(result, point);
  for (let rest = SEED << 1; rest !== 0; ) {
    const run = <i32>clz(rest) + 1;
    rest <<= run;
    if (run >= MANY) doubleTimesAlone(result, run);
    else doubleSeveral<Lanes>(result, run);
    addPoints<Lanes>(result, result, point);
  }
  doubleTimesAlone(result, <i32>ctz(SEED));
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
