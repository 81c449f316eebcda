import { readFileSync } from 'node:fs';
import { once } from '../../once.ts';
import type { MclExports } from './mcl-exports.ts';

/** Bytes of a field element, and of a scalar, in mcl's memory: the library is built for fields of up to 384 bits. */
export const fieldBytes = 48;
export const scalarBytes = 32;

/** What the binary was compiled for (MCLBN_COMPILED_TIME_VAR): limbs of a scalar · 10 + limbs of a field element. */
const compiledTimeVariables = 46;
/** pages of memory to begin with, which the binary asks for; it takes more by itself */
const initialPages = 32;

/** The pairing library mcl, started for one curve. */
export type Mcl = MclExports & { readonly memory: WebAssembly.Memory };

const module = once(() => new WebAssembly.Module(readFileSync(new URL('../mcl.wasm', import.meta.url))));

/** Starts mcl for the curve of this number, with subgroup checks left to us. Takes some 30 ms. */
export function openMcl(curve: number): Mcl {
  const memory = new WebAssembly.Memory({ initial: initialPages });
  const instance = new WebAssembly.Instance(module(), { env: { memory, cryptoGetRandomValues: refuseRandomness } });
  const mcl = { ...(instance.exports as MclExports), memory };
  mcl.__wasm_call_ctors();
  const status = mcl.mclBn_init(curve, compiledTimeVariables);
  if (status !== 0) throw new Error(`mcl refuses curve ${curve}: ${status}`);
  mcl.mclBn_verifyOrderG1(0);
  mcl.mclBn_verifyOrderG2(0);
  return mcl;
}

function refuseRandomness(): never {
  throw new Error('the pairing library asked for random numbers');
}

/** The `length` bytes at an address; valid until the next allocation. */
export function view(mcl: Mcl, address: number, length: number): Uint8Array {
  return new Uint8Array(mcl.memory.buffer, address, length);
}

/** Runs `use` with `length` bytes of mcl's memory. */
export function withMemory<T>(mcl: Mcl, length: number, use: (address: number) => T): T {
  const address = mcl.malloc(length);
  if (address === 0) throw new RangeError(`mcl has no ${length} bytes left`);
  try {
    return use(address);
  } finally {
    mcl.free(address);
  }
}
