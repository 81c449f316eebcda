import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { parseAccountText } from './account-text.ts';
import { rethrowProcessError } from './process-error.ts';

/** What the work throws. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  assert.fail('nothing was thrown');
}

const overflow = (): unknown => [overflow()];

test('errors of the process are thrown again, those of input are not', () => {
  const ofProcess = [
    () => readFileSync('/nowhere'),
    () => createRequire(import.meta.url)('no-such-package'),
    () => new ArrayBuffer(2 ** 53 - 1),
    overflow,
  ].map(thrownBy);
  for (const error of [...ofProcess, 'no error', undefined]) {
    assert.throws(
      () => rethrowProcessError(error),
      (thrown) => thrown === error,
    );
  }
  const ofInput = [
    () => JSON.parse('{'),
    () => BigInt('x'),
    () => parseAccountText('0xMaximum call stack size exceeded'),
  ].map(thrownBy);
  for (const error of ofInput) rethrowProcessError(error);
});

/** Recovers a signer while no further file can be opened, then again; prints both results. */
const program = `
  import { closeSync, openSync } from 'node:fs';
  import { recoverAddress } from ${JSON.stringify(new URL('./crypto/secp256k1.js', import.meta.url).href)};
  const recover = () => {
    try {
      return recoverAddress(new Uint8Array(32).fill(1), { r: 1n, s: 1n, yParity: 0 }) ?? 'invalid';
    } catch (error) {
      return error.code;
    }
  };
  const files = [];
  try {
    for (;;) files.push(openSync('/dev/null'));
  } catch {}
  const without = recover();
  for (const file of files) closeSync(file);
  console.log(without, recover());
`;

test('a signature is not invalid because a library cannot be loaded', () => {
  const command = `ulimit -n 64 && exec "${process.execPath}" --input-type=module --eval "$1"`;
  const output = execFileSync('sh', ['-c', command, 'sh', program], { encoding: 'utf8' });
  assert.match(output, /^(EMFILE|MODULE_NOT_FOUND) 0x[0-9a-f]{40}\n$/);
});
