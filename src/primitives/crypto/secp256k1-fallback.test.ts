import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { keccak256 } from '@qord/curves/keccak';
import { bigintToFixedBytes } from '../bytes.ts';
import { toHex } from '../hex.ts';
import { groupOrder, prepareSecp256k1, recoverAddress, type Signature, signDigest } from './secp256k1.ts';

const library = new URL('./secp256k1.js', import.meta.url).href;

/** What a process recovers whose native addon cannot be loaded: first what it runs on, then the addresses. */
const program = `
const { prepareSecp256k1, recoverAddress } = await import(${JSON.stringify(library)});
const cases = JSON.parse(await new Response(process.stdin).text());
const answers = cases.map(({ digest, r, s, yParity }) =>
  recoverAddress(Buffer.from(digest.slice(2), 'hex'), { r: BigInt(r), s: BigInt(s), yParity }) ?? null);
console.log(JSON.stringify([await prepareSecp256k1(), answers, cases.map(({ digest, r, s, yParity }) =>
  recoverAddress(Buffer.from(digest.slice(2), 'hex'), { r: BigInt(r), s: BigInt(s), yParity }) ?? null)]));
`;

type Case = Signature & { readonly digest: Uint8Array };

function cases(): Case[] {
  const signed = Array.from({ length: 60 }, (_, index) => {
    const digest = keccak256(bigintToFixedBytes(BigInt(index), 32));
    const privateKey = keccak256(digest);
    return { digest, ...signDigest(digest, privateKey) };
  });
  const bent = signed.slice(0, 12).flatMap(({ digest, r, s, yParity }) => [
    { digest, r, s: groupOrder - s, yParity }, // high s is valid for ecrecover
    { digest, r, s, yParity: yParity === 0 ? (1 as const) : (0 as const) },
    { digest, r: r + 1n, s, yParity }, // half of these are no points
    { digest: new Uint8Array(32), r, s, yParity },
    { digest: new Uint8Array(32).fill(255), r, s, yParity },
  ]);
  const edges = [0n, 1n, groupOrder - 1n, groupOrder, 2n ** 256n - 1n];
  const digest = keccak256(new Uint8Array());
  const limits = edges.flatMap((r) => edges.map((s) => ({ digest, r, s, yParity: 0 as const })));
  return [...signed, ...bent, ...limits];
}

test('without the native addon, JavaScript and WebAssembly recover the same signers', async () => {
  assert.equal(await prepareSecp256k1(), 'native');
  const all = cases();
  const expected = all.map(({ digest, ...signature }) => recoverAddress(digest, signature) ?? null);
  assert.ok(expected.filter((address) => address === null).length > 20 && new Set(expected).size > 80);
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, SECP256K1_PREBUILD: '/nonexistent' },
    encoding: 'utf8',
    input: JSON.stringify(
      all.map(({ digest, r, s, yParity }) => ({ digest: toHex(digest), r: `${r}`, s: `${s}`, yParity })),
    ),
  });
  assert.equal(stderr, '');
  assert.deepEqual(JSON.parse(stdout), ['webassembly', expected, expected]);
});
