import { lazyWasm, type WasmInstance } from '@qord/curves/wasm-file';

/** bytes of a word */
export const wordBytes = 32;

/**
 * base^exponent mod modulus for big-endian operands of at most a word each, in as many bytes as the modulus; zeros for
 * modulus 0.
 */
export function powerOfWords(base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array): Uint8Array {
  const wasm = openPower();
  writeReversed(wasm.base, base);
  writeReversed(wasm.exponent, exponent);
  writeReversed(wasm.modulus, modulus);
  wasm.power();
  return wasm.result.slice(0, modulus.length).reverse();
}

type Place = WebAssembly.Global;
type Exports = {
  power(): void;
  readonly base: Place;
  readonly exponent: Place;
  readonly modulus: Place;
  readonly result: Place;
};

const openPower = lazyWasm(
  new URL('../modexp.wasm', import.meta.url),
  ({ exports, bytesAt }: WasmInstance<Exports>) => ({
    power: exports.power,
    base: bytesAt(exports.base, wordBytes),
    exponent: bytesAt(exports.exponent, wordBytes),
    modulus: bytesAt(exports.modulus, wordBytes),
    result: bytesAt(exports.result, wordBytes),
  }),
);

function writeReversed(place: Uint8Array, bytes: Uint8Array): void {
  const { length } = bytes;
  for (let i = 0; i < length; i++) place[i] = bytes[length - 1 - i] ?? 0;
  place.fill(0, length);
}
