/**
 * Extracts the compiled library from the mcl-wasm package as dist/primitives/crypto/mcl.wasm. The package itself starts
 * it asynchronously and for one curve at a time; the node starts it when something first needs a curve.
 */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = createRequire(import.meta.url).resolve('mcl-wasm/dist/mcl_c.js');
const output = 'dist/primitives/crypto/mcl.wasm';

/** The binary that the package passes to WebAssembly when it is loaded. */
function binaryOfPackage() {
  const { instantiate } = WebAssembly;
  let binary;
  WebAssembly.instantiate = (bytes) => {
    binary = bytes;
    return new Promise(() => {}); // it must not start here
  };
  createRequire(import.meta.url)(source)({});
  WebAssembly.instantiate = instantiate;
  return binary;
}

if (!existsSync(output) || statSync(output).mtimeMs < statSync(source).mtimeMs) {
  mkdirSync('dist/primitives/crypto', { recursive: true });
  writeFileSync(output, binaryOfPackage());
}
