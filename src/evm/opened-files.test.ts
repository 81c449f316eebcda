import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Computes with everything that is in WebAssembly of our own while no further file can be opened. */
const program = `
  import { openSync } from 'node:fs';
  import { sumOfPoints } from '@qord/curves/bls12-381';
  import { sumOnBn254 } from '@qord/curves/bn254';
  import { inverse } from '@qord/curves/modular';
  import { powerOfWords } from ${module('./precompiles/power-of-words.js')};
  try {
    for (;;) openSync('/dev/null');
  } catch (error) {
    console.log(error.code);
  }
  sumOfPoints('G1', new Uint8Array(256));
  sumOnBn254(new Uint8Array(128));
  const word = (last) => Uint8Array.of(last);
  console.log(inverse(3n, 7n), powerOfWords(word(3), word(2), word(7)));
`;

test('curves and powers need no file once the node has started', () => {
  const command = `ulimit -n 64 && exec "${process.execPath}" --input-type=module --eval "$1"`;
  const output = execFileSync('sh', ['-c', command, 'sh', program], { encoding: 'utf8' });
  assert.equal(output, 'EMFILE\n5n Uint8Array(1) [ 2 ]\n');
});
