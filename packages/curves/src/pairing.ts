/** pairs of one call into WebAssembly (assembly/pairing-curves/pairing.ts) */
export const mostPairs = 32;

/** What a curve in WebAssembly exports for products of pairings; results are 0 or 1. */
export type PairingExports = {
  beginPairing(): void;
  accumulatePairs(count: number): number;
  finishPairing(): number;
};

/**
 * Whether the product of the pairings of any number of encoded (G1 point ‖ G2 point), of `pairLength` bytes each, is
 * one; undefined when a point is not of its group.
 */
export function isProductOfPairingsOne(
  { beginPairing, accumulatePairs, finishPairing, input: place }: PairingExports & { readonly input: Uint8Array },
  pairLength: number,
  input: Uint8Array,
): boolean | undefined {
  beginPairing();
  for (let start = 0; start < input.length; start += mostPairs * pairLength) {
    const pairs = input.subarray(start, start + mostPairs * pairLength);
    place.set(pairs);
    if (accumulatePairs(pairs.length / pairLength) === 0) return undefined;
  }
  return finishPairing() === 1;
}
