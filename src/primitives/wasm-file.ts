import { readFileSync } from 'node:fs';

/** The exports of a small WebAssembly file, and access to its memory. */
type WasmInstance<E> = {
  readonly exports: E;
  /** The `length` bytes at the address in an exported global. */
  bytesAt(address: WebAssembly.Global, length: number): Uint8Array<ArrayBuffer>;
};

/** Instantiates one of our WebAssembly files with its own memory, which it does not grow. `E`: its exports. */
export function openWasm<E>(file: URL): WasmInstance<E> {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), { env: { memory } });
  return {
    exports: exports as E,
    bytesAt: ({ value }, length) => new Uint8Array(memory.buffer, Number(value), length),
  };
}
