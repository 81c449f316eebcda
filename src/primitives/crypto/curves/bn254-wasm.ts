import { once } from '../../once.ts';
import { readWasm } from '../../wasm-file.ts';
import { mostPairs, type PairingExports } from './pairing.ts';

/** bytes of a pair of encoded points */
export const pairLength = 192;
const pointLength = 64;

/** What G1 and the pairing in WebAssembly (assembly/bn254) export. */
type Exports = PairingExports & {
  /** of two encoded points; 0 when one is not on the curve */
  addG1(): number;
  /** of an encoded point and a split scalar with these signs */
  multiplyG1(signs: number): number;
  input: WebAssembly.Global;
  output: WebAssembly.Global;
};

const file = readWasm(new URL('../bn254.wasm', import.meta.url));

/** BN254 in WebAssembly of our own, and where inputs and a result lie. */
export const bn254Wasm = once(() => {
  const { exports, bytesAt } = file.open<Exports>();
  const input = bytesAt(exports.input, mostPairs * pairLength);
  return {
    ...exports,
    input,
    scalars: new DataView(input.buffer, input.byteOffset + pointLength),
    output: bytesAt(exports.output, pointLength),
  };
});
