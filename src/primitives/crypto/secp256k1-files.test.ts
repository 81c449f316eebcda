import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Signs and recovers while no further file can be opened. */
const program = `
  import { openSync } from 'node:fs';
  import { addressOfPrivateKey, prepareSecp256k1, recoverAddress, signDigest } from ${module('./secp256k1.js')};
  console.log(await prepareSecp256k1());
  try {
    for (;;) openSync('/dev/null');
  } catch (error) {
    console.log(error.code);
  }
  const [key, digest] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(9)];
  console.log(recoverAddress(digest, signDigest(digest, key)) === addressOfPrivateKey(key));
`;

test('a node that has started needs no file for its first signature, with and without the native addon', () => {
  const run = (prebuilds: string) => {
    const command = `ulimit -n 64 && exec "${process.execPath}" --input-type=module --eval "$1"`;
    const env = { ...process.env, SECP256K1_PREBUILD: prebuilds };
    return execFileSync('sh', ['-c', command, 'sh', program], { encoding: 'utf8', env });
  };
  assert.equal(run('/nonexistent'), 'webassembly\nEMFILE\ntrue\n');
  assert.match(run(''), /^(native|webassembly)\nEMFILE\ntrue\n$/);
});
