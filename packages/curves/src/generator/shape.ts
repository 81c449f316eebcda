import { type Code, limbBits, type Vector } from './code.ts';
import { Form, type Range } from './form.ts';

/**
 * How elements of a field lie in memory: two of them ("lanes" x and y) of `limbs` limbs of 28 bits, twice an odd number
 * of them, least significant first, in vectors (x0, y0, x1, y1), (x2, y2, x3, y3) …
 */
export type Shape = { readonly modulus: bigint; readonly limbs: number };

/** The limbs of a number, least significant first. */
export const limbsOf = ({ limbs }: Shape, value: bigint): readonly bigint[] =>
  Array.from({ length: limbs }, (_, i) => BigInt.asUintN(Number(limbBits), value >> (limbBits * BigInt(i))));

const vectorsOf = ({ limbs }: Shape): number => limbs / 2;

/** Sums of products of limbs: column n has those of limbs i and j with i + j = n. */
export const columnsOf = ({ limbs }: Shape): number => 2 * limbs - 1;

/** bytes of a vector */
export const vectorBytes = 16;

/** Loads an element whose limbs all lie in the range. */
export function loadElement(code: Code, shape: Shape, name: string, range: Range): readonly Vector[] {
  return Array.from({ length: vectorsOf(shape) }, (_, k) => {
    const lanes = [0, 1, 2, 3].map((lane) => Form.variable(`${name}${2 * k + (lane >> 1)}.${'xy'[lane & 1]}`, range));
    return code.define(`v128.load(${name}, ${vectorBytes * k})`, lanes);
  });
}

/** A vector among some; that it is there is certain. */
export function at(vectors: readonly Vector[], index: number): Vector {
  const vector = vectors[index];
  if (vector === undefined) throw new RangeError(`no vector ${index}`);
  return vector;
}

/** One column: factor i times limb j of the operand for each pair, i + j = k, added to `start`. */
export function addColumn(
  code: Code,
  k: number,
  pairs: readonly (readonly [factors: readonly Vector[], operand: readonly Vector[]])[],
  { start, count, isUsed = () => true }: { start?: Vector; count: number; isUsed?: (i: number, j: number) => boolean },
): Vector | undefined {
  let total = start;
  for (const [factors, operand] of pairs) {
    for (const [i, factor] of factors.entries()) {
      const j = k - i;
      if (j < 0 || j >= count || !isUsed(i, j)) continue;
      total = code.sum64(total, code.multiply(factor, at(operand, j >> 1), j % 2 === 0 ? 'low' : 'high'));
    }
  }
  return total;
}
