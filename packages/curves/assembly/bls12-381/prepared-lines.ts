/*
 * Products of two pairings with points of G2 that are known beforehand. The lines through their multiples are kept,
 * each as (a, b) for a + b·(-px)·w² + py·w³, and taken at (px, py) divided by py. Of the two lines of a step the
 * product is taken first, for which the products of their coefficients are kept too; the one at the points takes 8
 * products with numbers of the field, and the one with the value 17, instead of 4 and 20.
 */
import { ELEMENT, invertExtension, spread } from './field';
import {
  add,
  addColumns,
  carry,
  copy,
  lanesColumns,
  multiplyExtension,
  multiplyLanes,
  one,
  reduceColumns,
} from './generated';
import { multiplyByMonicLine } from './line-products';
import { addWithLine, doubleWithLine, FIXED, line, setMultiple } from './lines';
import { pairs } from './pairing';
import { SEED } from './subgroup';
import { multiplyByPair, squareTarget } from './target-products';
import { HALF, setOne, TARGET } from './tower';

// what is kept of a step: a and b of both lines, and products of them
const FIRST: usize = 0;
const SECOND: usize = 2 * ELEMENT;
const A_A: usize = 4 * ELEMENT;
const A_B: usize = 5 * ELEMENT;
const B_A: usize = 6 * ELEMENT;
const B_B: usize = 7 * ELEMENT;
const STEP: usize = 8 * ELEMENT;
/** 63 doublings, 5 sums */
export const LINES: usize = 68 * STEP;

const value: usize = memory.data(672, 16);
/** the product of two lines */
const both: usize = memory.data(672, 16);
const inverse: usize = memory.data(112, 16);
// for each line 1 / py and -px / py, and products of them
const factors: usize = memory.data(448, 16);
const A: usize = factors;
const B: usize = factors + ELEMENT;
const C: usize = factors + 2 * ELEMENT;
const D: usize = factors + 3 * ELEMENT;
const products: usize = memory.data(448, 16);
const columns: usize = memory.data(448, 16);
const others: usize = memory.data(448, 16);
const a: usize = memory.data(112, 16);
const b: usize = memory.data(112, 16);

/** Puts what belongs to two points of G2 with z = 1 at `lines`. */
export function prepareLines(lines: usize, first: usize, second: usize): void {
  prepareOne(lines + FIRST, first);
  prepareOne(lines + SECOND, second);
  for (let step = lines; step < lines + LINES; step += STEP) {
    multiplyExtension(step + A_A, step + FIRST, step + SECOND);
    multiplyExtension(step + A_B, step + FIRST, step + SECOND + ELEMENT);
    multiplyExtension(step + B_A, step + FIRST + ELEMENT, step + SECOND);
    multiplyExtension(step + B_B, step + FIRST + ELEMENT, step + SECOND + ELEMENT);
  }
}

function prepareOne(lines: usize, point: usize): void {
  const pair = pairs;
  copy(pair, one);
  copy(pair + ELEMENT, one);
  setMultiple(pair, point);
  let at = lines;
  for (let bit: u64 = 1 << 62; bit > 0; bit >>= 1) {
    doubleWithLine(pair);
    at = keepLine(at);
    if ((SEED & bit) === 0) continue;
    addWithLine(pair, pair + FIXED);
    at = keepLine(at);
  }
}

function keepLine(at: usize): usize {
  invertExtension(inverse, line + 2 * ELEMENT);
  multiplyExtension(at, line, inverse);
  multiplyExtension(at + ELEMENT, line + ELEMENT, inverse);
  return at + STEP;
}

/**
 * The product of two Miller loops, for points of G1 in the lanes: with the first lines at that of lane x, the second at
 * that of lane y. `slopes` are -px / py and `inverses` 1 / py; `infinities`: which of the points is, at most one, bit
 * by bit.
 */
export function productOfPrepared(lines: usize, slopes: usize, inverses: usize, infinities: i32): usize {
  for (let lane: usize = 0; lane < 2; lane++) {
    spread(factors + 2 * lane * ELEMENT, inverses, lane);
    spread(factors + (2 * lane + 1) * ELEMENT, slopes, lane);
  }
  if (infinities & 1) useOne(lines + SECOND, C);
  else if (infinities & 2) useOne(lines + FIRST, A);
  else useBoth(lines);
  return value;
}

function useOne(lines: usize, inverses: usize): void {
  setOne(value);
  for (let bit: u64 = 1 << 62; bit > 0; bit >>= 1) {
    squareTarget(value, value);
    for (let times = SEED & bit ? 2 : 1; times > 0; times--) {
      multiplyLanes(a, lines, inverses);
      multiplyLanes(b, lines + ELEMENT, inverses + ELEMENT);
      multiplyByMonicLine(value, a, b);
      lines += STEP;
    }
  }
}

function useBoth(lines: usize): void {
  multiplyLanes(products, A, C);
  multiplyLanes(products + ELEMENT, A, D);
  multiplyLanes(products + 2 * ELEMENT, B, C);
  multiplyLanes(products + 3 * ELEMENT, B, D);
  setProduct(lines);
  memory.copy(value, both, TARGET);
  for (let bit: u64 = 1 << 62; ; ) {
    if (SEED & bit) {
      lines += STEP;
      setProduct(lines);
      multiplyByPair(value, both);
    }
    bit >>= 1;
    if (bit === 0) return;
    lines += STEP;
    squareTarget(value, value);
    setProduct(lines);
    multiplyByPair(value, both);
  }
}

/** both = (a + b·w² + w³)(c + d·w² + w³): ac + w⁶, ad + bc, bd, 0, a + c, b + d in the order of tower.ts */
export function setProduct(step: usize): void {
  multiplyLanes(both, step + A_A, products);
  add(both, both, one); // w⁶ = 1 + i
  carry(both, both);
  sumOfTwo(both + ELEMENT, step + A_B, products + ELEMENT, step + B_A, products + 2 * ELEMENT);
  multiplyLanes(both + 2 * ELEMENT, step + B_B, products + 3 * ELEMENT);
  sumOfTwo(both + HALF + ELEMENT, step + FIRST, A, step + SECOND, C);
  sumOfTwo(both + HALF + 2 * ELEMENT, step + FIRST + ELEMENT, B, step + SECOND + ELEMENT, D);
}

/** result = p·q + r·s, in each lane */
function sumOfTwo(result: usize, p: usize, q: usize, r: usize, s: usize): void {
  lanesColumns(columns, p, q);
  lanesColumns(others, r, s);
  addColumns(columns, columns, others);
  reduceColumns(result, columns);
}
