import { readFileSync } from 'node:fs';

/** What a small WebAssembly file exports, and the places in its memory that it names. */
export type WasmInstance<E> = {
  readonly exports: E;
  /** The `length` bytes that begin where an exported variable says. */
  bytesAt(place: WebAssembly.Global, length: number): Uint8Array<ArrayBuffer>;
};

/** Starts a WebAssembly file of our own with a memory of its own, which it does not grow. `E`: what it exports. */
export function openWasm<E>(file: URL): WasmInstance<E> {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), { env: { memory } });
  return {
    exports: exports as E,
    bytesAt: ({ value }, length) => new Uint8Array(memory.buffer, Number(value), length),
  };
}
