/*
 * Pairings with points of G2 that are known beforehand: the lines through their multiples are kept, each as (a, b) for
 * a + b·(-px)·w² + py·w³, and taken at (px, py) divided by py. So a line costs 10 products instead of 13 and those of the
 * point.
 */
import { ELEMENT, invertExtension, spread } from './field';
import { copy, multiplyExtension, multiplyLanes, one } from './generated';
import { addWithLine, doubleWithLine, FIXED, line, setMultiple } from './lines';
import { multiplyByMonicLine } from './line-products';
import { pairs } from './pairing';
import { SEED } from './subgroup';
import { setOne, squareTarget } from './tower';

const LINE: usize = 2 * ELEMENT;
/** 63 of doublings, 5 of sums */
export const LINES: usize = 68 * LINE;

const value: usize = memory.data(672, 16);
const inverse: usize = memory.data(112, 16);
const forA: usize = memory.data(224, 16);
const forB: usize = memory.data(224, 16);
const a: usize = memory.data(112, 16);
const b: usize = memory.data(112, 16);

/** Puts the lines of a point of G2 with z = 1 at `lines`. */
export function prepareLines(lines: usize, point: usize): void {
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
  return at + LINE;
}

/**
 * The product of two Miller loops, for points of G1 in the lanes: with the lines `first` at that of lane x, `second` at that
 * of lane y, or without them when they are 0. `slopes` are -px / py and `inverses` 1 / py.
 */
export function productOfPrepared(first: usize, second: usize, slopes: usize, inverses: usize): usize {
  for (let lane: usize = 0; lane < 2; lane++) {
    spread(forA + lane * ELEMENT, inverses, lane);
    spread(forB + lane * ELEMENT, slopes, lane);
  }
  setOne(value);
  let at: usize = 0;
  for (let bit: u64 = 1 << 62; bit > 0; bit >>= 1) {
    squareTarget(value, value);
    at = multiplyByLines(first, second, at);
    if (SEED & bit) at = multiplyByLines(first, second, at);
  }
  return value;
}

function multiplyByLines(first: usize, second: usize, at: usize): usize {
  if (first !== 0) multiplyByLineAt(first + at, 0);
  if (second !== 0) multiplyByLineAt(second + at, ELEMENT);
  return at + LINE;
}

function multiplyByLineAt(prepared: usize, lane: usize): void {
  multiplyLanes(a, prepared, forA + lane);
  multiplyLanes(b, prepared + ELEMENT, forB + lane);
  multiplyByMonicLine(value, a, b);
}
