/*
 * Products of pairings. Miller's loop goes along all pairs together (miller-loop.ts), so that they share the squares.
 */
import { Extension, Lanes, POINT, Y, Z } from './curve';
import { decodeG1, decodeG2, ENCODED_G1, ENCODED_G2 } from './encoding';
import { ELEMENT, spread, zeroLanes } from './field';
import { isOneAfterFinalExponentiation } from './final-exponentiation';
import { negate } from './generated';
import { FIXED, MOVING, PAIR } from './lines';
import { millerLoop } from './miller-loop';
import { input } from './places';
import { isInSubgroup } from './subgroup';
import { multiplyTarget } from './target-products';
import { setOne } from './tower';

const ENCODED_PAIR: usize = ENCODED_G1 + ENCODED_G2;

/** 32 of them (lines.ts), behind what the compiler has laid out */
export const pairs: usize = (<usize>memory.size()) << 16;
memory.grow(1);

const total: usize = memory.data(672, 16);
const value: usize = memory.data(672, 16);
const left: usize = memory.data(336, 16);

/** Whether all pairs had infinity so far. */
let isTrivial: bool = true;

/** Starts a product. */
export function beginPairing(): void {
  setOne(total);
  isTrivial = true;
}

/** Multiplies up to 32 pairs of points into the product; false when one is not of its subgroup. */
export function accumulatePairs(count: usize): bool {
  let used: usize = 0;
  for (let i: usize = 0; i < count; i += 2) {
    const first = input + i * ENCODED_PAIR;
    const second = input + min(i + 1, count - 1) * ENCODED_PAIR;
    if (!decodeG1(left, first, second)) return false;
    if (!isInSubgroup<Lanes>(left)) return false;
    for (let lane: usize = 0; lane < min(2, count - i); lane++) {
      const pair = pairs + used * PAIR;
      if (!decodeG2(pair + FIXED, (lane === 0 ? first : second) + ENCODED_G1)) return false;
      if (!isInSubgroup<Extension>(pair + FIXED)) return false;
      if ((zeroLanes(left + Z) & (1 << (<i32>lane))) !== 0 || zeroLanes(pair + FIXED + Z) === 3) continue;
      spread(pair, left, lane);
      negate(pair, pair);
      spread(pair + ELEMENT, left + Y, lane);
      memory.copy(pair + MOVING, pair + FIXED, POINT);
      used++;
    }
  }
  if (used > 0) {
    millerLoop(value, pairs, pairs + used * PAIR);
    multiplyTarget(total, total, value);
    isTrivial = false;
  }
  return true;
}

/** Whether the product is 1. */
export function finishPairing(): bool {
  return isTrivial || isOneAfterFinalExponentiation(total);
}
