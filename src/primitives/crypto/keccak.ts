import { type Hash, hashFromBytes } from '../hash.ts';
import { readWasm } from '../wasm-file.ts';

const { begin, absorb, finish, input, digest } = openKeccak();

/** Keccak-256 as Ethereum uses it (the original padding, not SHA-3's), 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return digestOf(bytes).slice();
}

/** Where a message may be written that `keccakOfInput` hashes without a copy; the next hash of any message uses it. */
export const keccakInput: Uint8Array = input;

/** Keccak-256 of the first bytes of `keccakInput`; a view that is valid until the next hash. */
export function keccakOfInput(length: number): Uint8Array {
  begin();
  finish(length);
  return digest;
}

/** Keccak-256 as `0x…` text. */
export function keccakHash(bytes: Uint8Array): Hash {
  return hashFromBytes(digestOf(bytes));
}

/** The digest; valid until the next call. */
function digestOf(bytes: Uint8Array): Uint8Array {
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

/** The function in WebAssembly (assembly/keccak-module.ts), and views of a chunk of input and of the digest. */
function openKeccak() {
  type Exports = {
    begin(): void;
    absorb(): void;
    finish(length: number): void;
    input: WebAssembly.Global;
    digest: WebAssembly.Global;
    CHUNK_BYTES: WebAssembly.Global;
  };
  const { exports, bytesAt } = readWasm(new URL('keccak.wasm', import.meta.url)).open<Exports>();
  const { begin, absorb, finish, input, digest, CHUNK_BYTES } = exports;
  return { begin, absorb, finish, input: bytesAt(input, Number(CHUNK_BYTES.value)), digest: bytesAt(digest, 32) };
}

export const emptyCodeHash = keccakHash(new Uint8Array(0));
