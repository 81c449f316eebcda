import { bytesToBigint } from '../../primitives/bytes.ts';
import { readWasm } from '../../primitives/wasm-file.ts';
import type { Precompile } from './precompile.ts';

const inputLength = 213;
const roundsLength = 4;
const stateLength = 64;

const { compress, input: inputBytes, state: stateBytes } = openCompression();

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

/** The compression function in WebAssembly, and views of its input and state. */
function openCompression() {
  type Exports = { compress(): void; input: WebAssembly.Global; state: WebAssembly.Global };
  const { exports, bytesAt } = readWasm(new URL('../blake2.wasm', import.meta.url)).open<Exports>();
  const { compress, input, state } = exports;
  return { compress, input: bytesAt(input, inputLength), state: bytesAt(state, stateLength) };
}
