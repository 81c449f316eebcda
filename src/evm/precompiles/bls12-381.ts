import { isPairingOfBls12381One, mapToPoint, sumOfPoints } from '@qord/curves/bls12-381';
import { sumOfProducts } from '@qord/curves/sum-of-products';
import { g1Discounts, g2Discounts, multiplicationGas } from './bls-discounts.ts';
import { optionalWord } from './input.ts';
import type { Numbered, Precompile } from './precompile.ts';

const pairingGas = (count: number) => 37_700n + 32_600n * BigInt(count);

/** The precompiles on BLS12-381 (EIP-2537): sums of points, sums of products, pairings, points of field elements. */
export const bls12381: Numbered = [
  [0x0b, ofLength('blsG1Add', 256, 375n, (input) => sumOfPoints('G1', input))],
  [0x0c, ofItems('blsG1Msm', 160, msmGas(12_000n, g1Discounts), (input) => sumOfProducts('G1', input))],
  [0x0d, ofLength('blsG2Add', 512, 600n, (input) => sumOfPoints('G2', input))],
  [0x0e, ofItems('blsG2Msm', 288, msmGas(22_500n, g2Discounts), (input) => sumOfProducts('G2', input))],
  [0x0f, ofItems('blsPairing', 384, pairingGas, (input) => optionalWord(isPairingOfBls12381One(input)))],
  [0x10, ofLength('blsMapG1', 64, 5_500n, (input) => mapToPoint('G1', input))],
  [0x11, ofLength('blsMapG2', 128, 23_800n, (input) => mapToPoint('G2', input))],
];

function msmGas(gasOfOne: bigint, discounts: readonly number[]) {
  return (count: number) => multiplicationGas(count, gasOfOne, discounts);
}

/** Takes so many bytes. */
function ofLength(name: string, length: number, gas: bigint, run: Precompile['run']): Precompile {
  return { name, gas: () => gas, run: (input) => (input.length === length ? run(input) : undefined) };
}

/** Takes items of so many bytes, at least one. */
function ofItems(name: string, bytes: number, gas: (count: number) => bigint, run: Precompile['run']): Precompile {
  return {
    name,
    gas: ({ length }) => gas(Math.floor(length / bytes)),
    run: (input) => (input.length === 0 || input.length % bytes !== 0 ? undefined : run(input)),
  };
}
