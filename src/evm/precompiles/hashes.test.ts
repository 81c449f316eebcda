import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bigintToFixedBytes, concatBytes } from '../../primitives/bytes.ts';
import { addressOfPrivateKey, groupOrder, signDigest } from '../../primitives/crypto/secp256k1.ts';
import { callPrecompile, resultOf } from '../testing/call-precompile.ts';

const text = (value: string) => new TextEncoder().encode(value);

function gasOf(number: number, input: Uint8Array): bigint {
  const result = callPrecompile(number, input);
  assert.equal(result.status, 'success');
  return result.status === 'success' ? result.gasUsed : -1n;
}

test('sha256 hashes the input', () => {
  assert.equal(resultOf(2, text('abc')), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(resultOf(2, text('')), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('ripemd160 returns the digest as a word', () => {
  assert.equal(resultOf(3, text('abc')), `${'00'.repeat(12)}8eb208f7e05d987a9b044a8e98c6b087f15a0bfc`);
  assert.equal(resultOf(3, text('1234567890'.repeat(8))), `${'00'.repeat(12)}9b752e45573d4b39f4dbd3323cab82bf63326bfb`);
  assert.equal(resultOf(3, text('')), `${'00'.repeat(12)}9c1185a5c5e9fc54612808977ee8f548b2258d31`);
});

test('identity returns the input', () => {
  assert.equal(resultOf(4, text('abc')), '616263');
  assert.equal(resultOf(4, text('')), '');
});

test('hashing and copying cost by begun words', () => {
  const prices = { 2: [60n, 12n], 3: [600n, 120n], 4: [15n, 3n] } as const;
  for (const number of [2, 3, 4] as const) {
    const [base, perWord] = prices[number];
    assert.equal(gasOf(number, new Uint8Array(0)), base);
    assert.equal(gasOf(number, new Uint8Array(1)), base + perWord);
    assert.equal(gasOf(number, new Uint8Array(32)), base + perWord);
    assert.equal(gasOf(number, new Uint8Array(33)), base + 2n * perWord);
  }
});

test('ecrecover finds the signer, also behind a high s, and returns no bytes for what nobody signed', () => {
  const key = new Uint8Array(32).fill(7);
  const digest = new Uint8Array(32).fill(9);
  const { r, s, yParity } = signDigest(digest, key);
  const word = (value: bigint) => bigintToFixedBytes(value, 32);
  const call = (v: bigint, ...rs: bigint[]) => resultOf(1, concatBytes(digest, word(v), ...rs.map(word)));
  const signer = `${'00'.repeat(12)}${addressOfPrivateKey(key).slice(2)}`;

  assert.equal(call(27n + BigInt(yParity), r, s), signer);
  assert.equal(call(28n - BigInt(yParity), r, groupOrder - s), signer);
  assert.notEqual(call(28n - BigInt(yParity), r, s), signer);
  for (const v of [0n, 1n, 26n, 29n, 27n + (1n << 8n), 27n + (1n << 255n)]) assert.equal(call(v, r, s), '');
  for (const scalar of [0n, groupOrder, (1n << 256n) - 1n]) {
    assert.equal(call(27n, scalar, s), '');
    assert.equal(call(27n, r, scalar), '');
  }
});

test('ecrecover ignores bytes after its input and reads missing ones as zeros', () => {
  const key = new Uint8Array(32).fill(7);
  const digest = new Uint8Array(32);
  const { r, s, yParity } = signDigest(digest, key);
  const head = concatBytes(digest, bigintToFixedBytes(27n + BigInt(yParity), 32), bigintToFixedBytes(r, 32));
  const input = concatBytes(head, bigintToFixedBytes(s, 32));
  assert.equal(resultOf(1, concatBytes(input, text('more'))), resultOf(1, input));
  assert.equal(resultOf(1, head), '');
  assert.equal(resultOf(1, new Uint8Array(0)), '');
});
