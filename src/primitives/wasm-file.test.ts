import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Computes with everything that is in WebAssembly of our own while no further file can be opened. */
const program = `
  import { openSync } from 'node:fs';
  import { bls12381Wasm } from ${module('./crypto/curves/bls12-381-wasm.js')};
  import { bn254Wasm } from ${module('./crypto/curves/bn254-wasm.js')};
  import { inverse } from ${module('./crypto/curves/modular.js')};
  import { powerOfWords } from ${module('../evm/precompiles/power-of-words.js')};
  try {
    for (;;) openSync('/dev/null');
  } catch (error) {
    console.log(error.code);
  }
  bls12381Wasm();
  bn254Wasm();
  const word = (last) => Uint8Array.of(last);
  console.log(inverse(3n, 7n), powerOfWords(word(3), word(2), word(7)));
`;

test('curves and powers need no file once the node has started', () => {
  const command = `ulimit -n 64 && exec "${process.execPath}" --input-type=module --eval "$1"`;
  const output = execFileSync('sh', ['-c', command, 'sh', program], { encoding: 'utf8' });
  assert.equal(output, 'EMFILE\n5n Uint8Array(1) [ 2 ]\n');
});
