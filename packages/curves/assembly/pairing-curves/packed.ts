/*
 * One point of G1 alone: its coordinates are lanes, (y, z) in one place and x in lane y of the next, so that the
 * products of a formula are done in pairs. The formulas are those of curve.ts, which hold for all points: a sum takes 6
 * products of lanes instead of 12, reduced 5 times, a double 4 instead of 8.
 */
import { timesConstant } from './constants';
import { Lanes } from './curve';
import { double, ELEMENT } from './field';
import {
  add,
  carry,
  join,
  lanesColumns,
  multiplyLanes,
  packedColumns,
  reduceColumns,
  spreadX,
  spreadY,
  squareLanes,
  subtract,
  swap,
} from './generated';

/** bytes of a point, and where its x is */
export const PACKED: usize = 2 * ELEMENT;
export const X: usize = ELEMENT;

const a: usize = memory.data(112, 16);
const b: usize = memory.data(112, 16);
const c: usize = memory.data(112, 16);
const d: usize = memory.data(112, 16);
const e: usize = memory.data(112, 16);
const f: usize = memory.data(112, 16);
const g: usize = memory.data(112, 16);
const h: usize = memory.data(112, 16);
const first: usize = memory.data(448, 16);
const second: usize = memory.data(448, 16);
const third: usize = memory.data(448, 16);

/** point = 2 · point */
export function doublePacked(point: usize): void {
  squareLanes(a, point); // y², z²
  swap(b, point);
  join(b, b, point + X);
  spreadX(c, point);
  multiplyLanes(b, c, b); // y·z, x·y
  timesConstant<Lanes>(c, a);
  spreadY(c, c); // 3b·z²
  spreadX(a, a); // y²
  double(d, a);
  double(d, d);
  carry(d, d);
  double(d, d); // 8y²
  swap(e, b);
  join(e, c, e);
  multiplyLanes(d, e, d);
  add(e, a, c);
  join(e, e, b);
  subtract(a, a, c);
  subtract(a, a, c);
  subtract(a, a, c);
  carry(a, a);
  multiplyLanes(e, a, e);
  add(a, d, e);
  join(a, a, d);
  carry(point, a);
  double(e, e);
  carry(point + X, e);
}

/** point = point + the one with these (y, z) and (x, x) */
export function addPacked(point: usize, yz: usize, x: usize): void {
  multiplyLanes(a, point, yz); // y1·y2, z1·z2
  spreadY(b, point + X);
  add(c, b, point);
  add(d, x, yz);
  multiplyLanes(e, c, d); // (x1 + y1)(x2 + y2), (x1 + z1)(x2 + z2)
  swap(c, point);
  add(c, c, point);
  join(c, c, b);
  swap(d, yz);
  add(d, d, yz);
  join(d, d, x);
  multiplyLanes(d, c, d); // (y1 + z1)(y2 + z2), x1·x2
  spreadY(c, d); // x1·x2
  subtract(e, e, c);
  subtract(e, e, a); // x1·y2 + x2·y1, x1·z2 + x2·z1
  swap(b, a);
  add(b, b, a);
  subtract(d, d, b); // y1·z2 + y2·z1 in lane x
  swap(b, e);
  join(b, b, a);
  timesConstant<Lanes>(b, b); // 3b times x1·z2 + x2·z1, z1·z2
  spreadX(f, a);
  spreadY(g, b);
  add(h, f, g); // y1·y2 + 3b·z1·z2
  subtract(f, f, g);
  double(g, c);
  add(g, g, c);
  carry(g, g); // 3·x1·x2
  join(c, e, h);
  lanesColumns(first, f, c);
  spreadX(b, b);
  join(f, d, g);
  lanesColumns(second, b, f);
  swap(e, e);
  join(e, h, e);
  lanesColumns(third, f, e);
  packedColumns(first, second, third);
  reduceColumns(point, first);
  reduceColumns(point + X, second);
}
