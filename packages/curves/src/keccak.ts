import { lazyWasm, type WasmInstance } from './wasm-file.ts';

type Exports = {
  begin(): void;
  absorb(): void;
  finish(length: number): void;
  readonly input: WebAssembly.Global;
  readonly digest: WebAssembly.Global;
  readonly CHUNK_BYTES: WebAssembly.Global;
};

/** The function in WebAssembly (assembly/keccak-module.ts), and views of a chunk of input and of the digest. */
const { begin, absorb, finish, input, digest } = lazyWasm(
  new URL('keccak.wasm', import.meta.url),
  ({ exports, bytesAt }: WasmInstance<Exports>) => ({
    begin: exports.begin,
    absorb: exports.absorb,
    finish: exports.finish,
    input: bytesAt(exports.input, Number(exports.CHUNK_BYTES.value)),
    digest: bytesAt(exports.digest, 32),
  }),
)();

/** Keccak-256 as Ethereum uses it (the original padding, not SHA-3's), 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccakView(bytes).slice();
}

/** Where a message may be written that `keccakOfInput` hashes without a copy; the next hash of any message uses it. */
export const keccakInput: Uint8Array = input;

/** Keccak-256 of the first bytes of `keccakInput`; a view that is valid until the next hash. */
export function keccakOfInput(length: number): Uint8Array {
  begin();
  finish(length);
  return digest;
}

/** Keccak-256 of the bytes; a view that is valid until the next hash. */
export function keccakView(bytes: Uint8Array): Uint8Array {
  let rest = bytes;
  begin();
  while (rest.length > input.length) {
    input.set(rest.subarray(0, input.length));
    absorb();
    rest = rest.subarray(input.length);
  }
  input.set(rest);
  finish(rest.length);
  return digest;
}
