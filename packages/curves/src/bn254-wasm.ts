import { mostPairs, type PairingExports } from './pairing.ts';
import { lazyWasm, type WasmInstance } from './wasm-file.ts';

/** bytes of a pair of encoded points */
export const pairLength = 192;
const pointLength = 64;

/** What G1 and the pairing in WebAssembly (assembly/bn254) export. */
type Exports = PairingExports & {
  /** Adds two encoded points; 0 when one is not on the curve. */
  addG1(): number;
  /** Multiplies an encoded point by a split scalar with these signs. */
  multiplyG1(signs: number): number;
  input: WebAssembly.Global;
  output: WebAssembly.Global;
};

/** BN254 in WebAssembly, and where inputs and a result lie. */
export const bn254Wasm = lazyWasm(
  new URL('bn254.wasm', import.meta.url),
  ({ exports, bytesAt }: WasmInstance<Exports>) => {
    const input = bytesAt(exports.input, mostPairs * pairLength);
    return {
      ...exports,
      input,
      scalars: new DataView(input.buffer, input.byteOffset + pointLength),
      output: bytesAt(exports.output, pointLength),
    };
  },
);
