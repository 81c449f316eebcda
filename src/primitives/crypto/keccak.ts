import { readFileSync } from 'node:fs';
import { type Hash, hashFromBytes } from '../hash.ts';

const { begin, absorb, finish, input, digest } = openKeccak();

/** Keccak-256 as Ethereum uses it (the original padding, not SHA-3's), 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return digestOf(bytes).slice();
}

/** Keccak-256 as `0x…` text. */
export function keccakHash(bytes: Uint8Array): Hash {
  return hashFromBytes(digestOf(bytes));
}

/** Valid until the next call. */
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

/** The function in WebAssembly (assembly/keccak-module.ts), and where a piece of its input and its digest lie. */
function openKeccak() {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
  const module = new WebAssembly.Module(readFileSync(new URL('keccak.wasm', import.meta.url)));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const { begin, absorb, finish, input, digest, PIECE } = exports as {
    begin(): void;
    absorb(): void;
    finish(length: number): void;
    input: WebAssembly.Global;
    digest: WebAssembly.Global;
    PIECE: WebAssembly.Global;
  };
  const bytesAt = ({ value }: WebAssembly.Global, length: number) =>
    new Uint8Array(memory.buffer, Number(value), length);
  return { begin, absorb, finish, input: bytesAt(input, Number(PIECE.value)), digest: bytesAt(digest, 32) };
}

export const emptyCodeHash = keccakHash(new Uint8Array(0));
