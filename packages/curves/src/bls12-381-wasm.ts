import type { PairingExports } from './pairing.ts';
import { lazyWasm, type WasmInstance } from './wasm-file.ts';

/** bytes of what is put into WebAssembly at once: encoded points and split scalars */
const inputLength = 64 * (256 + 32);
const longestOutput = 256;

/** What the groups and the pairing in WebAssembly (assembly/bls12-381) export; counts are of points or pairs. */
type Exports = PairingExports & {
  begin(): void;
  accumulateG1(count: number): number;
  /** Takes one or two points, whose scalars are split as for G2. */
  accumulateFewG1(count: number): number;
  accumulateG2(count: number): number;
  finishG1(): void;
  finishG2(): void;
  /** 0, or 1 for a point off the curve and 2 for one off the subgroup */
  faultOfG1(): number;
  faultOfG2(): number;
  /** Adds two encoded points. */
  addG1(): number;
  addG2(): number;
  /** Maps an encoded element, or two. */
  mapToG1(): number;
  mapToG2(): number;
  /** takes [1] of G1 and [1] and [τ] of G2, encoded */
  prepareKzg(): number;
  /** takes commitment, proof, and the digits of z and -y */
  isKzgProof(): number;
  input: WebAssembly.Global;
  output: WebAssembly.Global;
};

/**
 * The groups of BLS12-381 and their pairing in WebAssembly, and where inputs and the result of a sum lie.
 */
export const bls12381Wasm = lazyWasm(
  new URL('bls12-381.wasm', import.meta.url),
  ({ exports, bytesAt }: WasmInstance<Exports>) => ({
    ...exports,
    input: bytesAt(exports.input, inputLength),
    output: bytesAt(exports.output, longestOutput),
  }),
);
