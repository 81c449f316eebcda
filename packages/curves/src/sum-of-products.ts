import { toBigint } from './big-endian.ts';
import { groupOrder } from './bls12-381.ts';
import { bls12381Wasm } from './bls12-381-wasm.ts';
import { digitsToSeed, digitsToSquareOfSeed } from './seed.ts';

/** points of one call into WebAssembly (assembly/bls12-381/sum-of-products.ts) */
const mostPoints = 64;
const encodedScalar = 32;
const words = 4;

/** How the scalars of each group are split, and bytes of an encoded point. */
const groups = {
  G1: { pointLength: 128, split: digitsToSquareOfSeed },
  G2: { pointLength: 256, split: digitsToSeed },
};

/**
 * Any number of encoded point ‖ scalar (EIP-2537) of a group of BLS12-381 → the encoded sum of the products; undefined
 * when a point is not of the subgroup. Scalars are any 256-bit numbers.
 */
export function sumOfProducts(group: 'G1' | 'G2', input: Uint8Array): Uint8Array | undefined {
  const { begin, input: place, output, ...wasm } = bls12381Wasm();
  const { pointLength } = groups[group];
  const pairs = pairsOf(input, pointLength).filter(({ point }) => point.some((byte) => byte !== 0)); // but for infinity
  const areFew = group === 'G1' && pairs.length <= 2;
  const split = areFew ? digitsToSeed : groups[group].split;
  const accumulate = group === 'G2' ? wasm.accumulateG2 : areFew ? wasm.accumulateFewG1 : wasm.accumulateG1;
  const finish = group === 'G1' ? wasm.finishG1 : wasm.finishG2;
  begin();
  for (let start = 0; start < pairs.length; start += mostPoints) {
    const some = pairs.slice(start, start + mostPoints);
    const scalars = new DataView(place.buffer, place.byteOffset + some.length * pointLength);
    for (const [i, { point, scalar }] of some.entries()) {
      place.set(point, i * pointLength);
      const parts = split(toBigint(scalar) % groupOrder);
      for (const [j, part] of parts.entries()) scalars.setBigUint64(8 * (words * i + j), part, true);
    }
    if (accumulate(some.length) === 0) return undefined;
  }
  finish();
  return output.slice(0, pointLength);
}

function pairsOf(input: Uint8Array, pointLength: number) {
  const length = pointLength + encodedScalar;
  return Array.from({ length: input.length / length }, (_, i) => ({
    point: input.subarray(i * length, i * length + pointLength),
    scalar: input.subarray(i * length + pointLength, (i + 1) * length),
  }));
}
