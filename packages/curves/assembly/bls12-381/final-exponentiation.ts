/*
 * Pairings are compared as powers: the value to the (p¹² - 1) / r, or three times that, which is
 * (p⁶ - 1)(p² + 1)((x - 1)²(x + p)(x² + p² - 1) + 3) (Hayashida, Hayasaka, Teruya: eprint 2020/875).
 */
import { powerOfSeed } from './cyclotomic';
import { easyPart } from './easy-part';
import { multiplyTarget } from './target-products';
import { conjugateTarget, frobenius, isOne, squareCyclotomic, TARGET } from './tower';

const f: usize = memory.data(672, 16);
const g: usize = memory.data(672, 16);
const h: usize = memory.data(672, 16);
const cube: usize = memory.data(672, 16);

/** Whether the value to the power of (p¹² - 1) / r is 1: the last step of a check of pairings. */
export function isOneAfterFinalExponentiation(value: usize): bool {
  easyPart(f, value);
  powerLessOne(g, f);
  powerLessOne(g, g);
  memory.copy(h, g, TARGET);
  frobenius(h);
  powerOfSeed(g, g);
  multiplyTarget(g, g, h); // f to the (x - 1)²(x + p)
  // f³ times g to the x² + p² - 1
  memory.copy(cube, f, TARGET);
  squareCyclotomic(cube);
  multiplyTarget(cube, cube, f);
  conjugateTarget(h, g);
  multiplyTarget(cube, cube, h);
  memory.copy(h, g, TARGET);
  frobenius(h);
  frobenius(h);
  multiplyTarget(cube, cube, h);
  powerOfSeed(g, g);
  powerOfSeed(g, g);
  multiplyTarget(g, g, cube);
  return isOne(g);
}

/** result = value to the x - 1 */
function powerLessOne(result: usize, value: usize): void {
  conjugateTarget(h, value);
  powerOfSeed(result, value);
  multiplyTarget(result, result, h);
}
