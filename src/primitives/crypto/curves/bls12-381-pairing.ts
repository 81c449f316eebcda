import { bls12381Wasm } from './bls12-381-wasm.ts';

/** pairs of one call into WebAssembly (assembly/bls12-381/pairing.ts) */
const mostPairs = 32;
const pairLength = 384;

/**
 * Whether the product of the pairings of any number of encoded (G1 point ‖ G2 point) of BLS12-381 (EIP-2537) is one; undefined
 * when a point is not of its subgroup.
 */
export function isPairingOfBls12381One(input: Uint8Array): boolean | undefined {
  const { beginPairing, accumulatePairs, finishPairing, input: place } = bls12381Wasm();
  beginPairing();
  for (let start = 0; start < input.length; start += mostPairs * pairLength) {
    const pairs = input.subarray(start, start + mostPairs * pairLength);
    place.set(pairs);
    if (accumulatePairs(pairs.length / pairLength) === 0) return undefined;
  }
  return finishPairing() === 1;
}
