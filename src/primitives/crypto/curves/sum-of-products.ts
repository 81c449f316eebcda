import { bytesToBigint } from '../../bytes.ts';
import { groupOrder } from './bls12-381.ts';
import { bls12381Wasm } from './bls12-381-wasm.ts';
import { digitsToSeed, digitsToSquareOfSeed } from './seed.ts';

/** points of one call into WebAssembly (assembly/bls12-381/sum-of-products.ts) */
const mostPoints = 64;
const encodedScalar = 32;
const splitScalar = 32;
const words = 4;

/** How the scalars of each group are split, and bytes of an encoded point. */
const groups = {
  G1: { pointLength: 128, split: digitsToSquareOfSeed },
  G2: { pointLength: 256, split: digitsToSeed },
};

/**
 * Any number of encoded point ‖ scalar (EIP-2537) of a group of BLS12-381 → the encoded sum of the products; undefined when a
 * point is not of the subgroup. Scalars are any 256-bit numbers.
 */
export function sumOfProducts(group: 'G1' | 'G2', input: Uint8Array): Uint8Array | undefined {
  const { begin, input: place, output, ...wasm } = bls12381Wasm();
  const { pointLength } = groups[group];
  const length = pointLength + encodedScalar;
  const areFew = group === 'G1' && input.length <= 2 * length;
  const split = areFew ? digitsToSeed : groups[group].split;
  const accumulate = group === 'G2' ? wasm.accumulateG2 : areFew ? wasm.accumulateFewG1 : wasm.accumulateG1;
  const finish = group === 'G1' ? wasm.finishG1 : wasm.finishG2;
  begin();
  for (let start = 0; start < input.length; start += mostPoints * length) {
    const count = Math.min(mostPoints, (input.length - start) / length);
    const scalars = new DataView(place.buffer, place.byteOffset + count * pointLength, count * splitScalar);
    for (let i = 0; i < count; i++) {
      const at = start + i * length;
      place.set(input.subarray(at, at + pointLength), i * pointLength);
      const parts = split(bytesToBigint(input.subarray(at + pointLength, at + length)) % groupOrder);
      for (const [j, part] of parts.entries()) scalars.setBigUint64(8 * (words * i + j), part, true);
    }
    if (accumulate(count) === 0) return undefined;
  }
  finish();
  return output.slice(0, pointLength);
}
