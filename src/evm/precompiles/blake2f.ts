import { lazyWasm, type WasmInstance } from '@qord/curves/wasm-file';
import { bytesToBigint } from '../../primitives/bytes.ts';
import type { Precompile } from './precompile.ts';

const inputLength = 213;
const roundsLength = 4;
const stateLength = 64;

type Exports = { compress(): void; readonly input: WebAssembly.Global; readonly state: WebAssembly.Global };

/** The compression function in WebAssembly, and views of its input and state. */
const {
  compress,
  input: inputBytes,
  state: stateBytes,
} = lazyWasm(new URL('../blake2.wasm', import.meta.url), ({ exports, bytesAt }: WasmInstance<Exports>) => ({
  compress: exports.compress,
  input: bytesAt(exports.input, inputLength),
  state: bytesAt(exports.state, stateLength),
}))();

/** 0x09: the BLAKE2b compression function F, one gas a round (EIP-152). */
export const blake2f: Precompile = {
  name: 'blake2f',
  gas: (input) => (input.length === inputLength ? bytesToBigint(input.subarray(0, roundsLength)) : 0n),
  run(input) {
    const isFinal = input[inputLength - 1];
    if (input.length !== inputLength || (isFinal !== 0 && isFinal !== 1)) return undefined;
    inputBytes.set(input);
    compress();
    return stateBytes.slice();
  },
};
