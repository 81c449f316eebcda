import { readFileSync } from 'node:fs';

/** The exports of a small WebAssembly file, and access to its memory. */
type WasmInstance<E> = {
  readonly exports: E;
  /** The `length` bytes at the address in an exported global. */
  bytesAt(address: WebAssembly.Global, length: number): Uint8Array<ArrayBuffer>;
};

/** One of our WebAssembly files, which is compiled when it is opened. */
type WasmFile = {
  /** Instantiates it with its own memory, which it does not grow. `E`: its exports. */
  open<E>(): WasmInstance<E>;
};

/**
 * Reads a file now, so that what is rarely needed can still be opened by a node that may open no further file: a block
 * must not depend on that. All of them have 350 kB.
 */
export function readWasm(file: URL): WasmFile {
  const bytes = readFileSync(file);
  return {
    open: <E>() => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
      return {
        exports: exports as E,
        bytesAt: ({ value }, length) => new Uint8Array(memory.buffer, Number(value), length),
      };
    },
  };
}
