import { readFileSync } from 'node:fs';

const pages = 32;

/** The engine's arithmetic on its own, with its memory as limbs and as bytes. Its own data ends below byte 4096. */
export function loadArithmetic() {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 65_536 });
  const module = new WebAssembly.Module(readFileSync(new URL('../arithmetic.wasm', import.meta.url)));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return {
    limbs: new BigUint64Array(memory.buffer),
    bytes: new Uint8Array(memory.buffer),
    /** An exported operation. Throws when there is none of this name. */
    operation(name: string): WebAssembly.Exported {
      const found = exports[name];
      if (typeof found !== 'function') throw new Error(`${name} is not exported`);
      return (...args) => found(...args);
    },
  };
}
