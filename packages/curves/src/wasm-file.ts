import { readFileSync } from 'node:fs';

/** The exports of a small WebAssembly file, and access to its memory. */
export type WasmInstance<E> = {
  readonly exports: E;
  /** The `length` bytes at the address in an exported global. */
  bytesAt(address: WebAssembly.Global, length: number): Uint8Array<ArrayBuffer>;
};

/**
 * Reads a WebAssembly file now, and returns what compiles and opens it at the first call: a process that may open no
 * further file can still use what it rarely needs.
 *
 * @param prepare makes the result from the exports `E`; the module has a memory of its own, which it does not grow
 */
export function lazyWasm<E, T extends object>(file: URL, prepare: (instance: WasmInstance<E>) => T): () => T {
  const bytes = readFileSync(file);
  let opened: T | undefined;
  return () => {
    opened ??= prepare(open<E>(bytes));
    return opened;
  };
}

function open<E>(bytes: Uint8Array<ArrayBuffer>): WasmInstance<E> {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  return {
    exports: exports as E,
    bytesAt: ({ value }, length) => new Uint8Array(memory.buffer, Number(value), length),
  };
}
