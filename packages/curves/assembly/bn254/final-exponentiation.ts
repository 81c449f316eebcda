/*
 * Pairings are compared as powers: the value to the (p¹² - 1) / r times 2u(6u² + 3u + 1), which is (p⁶ - 1)(p² + 1)
 * times (1 + 6u + 12u² + 12u³) + (4u + 6u² + 12u³)p + (6u + 6u² + 12u³)p² + (-1 + 4u + 6u² + 12u³)p³
 * (Fuentes-Castañeda, Knapp, Rodríguez-Henríquez: Faster hashing to G2, SAC 2011).
 */
import { seedDigits, seedDigitsCount } from './generated';
import { easyPart } from './easy-part';
import { multiplyTarget } from './target-products';
import { conjugateTarget, frobenius, isOne, squareCyclotomic, TARGET } from './tower';

const f: usize = memory.data(480, 16);
const g: usize = memory.data(480, 16);
const product: usize = memory.data(480, 16);
const sixfold: usize = memory.data(480, 16);
const twofold: usize = memory.data(480, 16);
const conjugated: usize = memory.data(480, 16);
/** 1st, 3rd, 5th and 7th power */
const powers: usize = memory.data(4 * 480, 16);
const squared: usize = memory.data(480, 16);

/** Whether the value to the power of (p¹² - 1) / r is 1: the last step of a check of pairings. */
export function isOneAfterFinalExponentiation(value: usize): bool {
  easyPart(f, value);
  powerOfSeed(twofold, f);
  squareCyclotomic(twofold); // 2u
  memory.copy(sixfold, twofold, TARGET);
  squareCyclotomic(sixfold);
  multiplyTarget(sixfold, sixfold, twofold); // 6u
  powerOfSeed(product, sixfold); // 6u²
  memory.copy(g, product, TARGET);
  squareCyclotomic(g);
  powerOfSeed(g, g); // 12u³
  multiplyTarget(g, g, product);
  multiplyTarget(g, g, sixfold); // what is common to all but for p and p³, which have 4u instead of 6u
  multiplyTarget(product, product, g);
  multiplyTarget(product, product, f); // times 1
  conjugateTarget(conjugated, twofold);
  multiplyTarget(twofold, g, conjugated);
  frobenius(g);
  frobenius(g);
  multiplyTarget(product, product, g); // times p²
  conjugateTarget(conjugated, f);
  multiplyTarget(g, twofold, conjugated);
  frobenius(g);
  frobenius(g);
  frobenius(g);
  multiplyTarget(product, product, g); // times p³
  frobenius(twofold);
  multiplyTarget(product, product, twofold); // times p
  return isOne(product);
}

/** result = value to the u */
function powerOfSeed(result: usize, value: usize): void {
  memory.copy(powers, value, TARGET);
  memory.copy(squared, value, TARGET);
  squareCyclotomic(squared);
  for (let i: usize = 1; i < 4; i++) multiplyTarget(powers + i * TARGET, powers + (i - 1) * TARGET, squared);
  memory.copy(result, powerOf(load<i8>(seedDigits)), TARGET);
  for (let i: usize = 1; i < seedDigitsCount; i++) {
    squareCyclotomic(result);
    const digit = <i32>load<i8>(seedDigits + i);
    if (digit !== 0) multiplyTarget(result, result, powerOf(digit));
  }
}

/** The power to an odd digit from -7 to 7. */
function powerOf(digit: i32): usize {
  const found = powers + <usize>(abs(digit) >> 1) * TARGET;
  if (digit > 0) return found;
  conjugateTarget(squared, found);
  return squared;
}
