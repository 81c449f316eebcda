import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { keccak256 } from './keccak.ts';

test('every length up to some blocks of the sponge hashes as in another implementation', () => {
  const bytes = Uint8Array.from({ length: 500 }, (_, i) => (i * 167) & 255);
  for (let length = 0; length <= bytes.length; length++) {
    assert.deepEqual(keccak256(bytes.subarray(0, length)), keccak_256(bytes.subarray(0, length)));
  }
});

test('messages that come in several pieces hash as in another implementation', () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 89) & 255);
  const piece = 16_320;
  for (const length of [piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 136, 200_000]) {
    assert.deepEqual(keccak256(bytes.subarray(0, length)), keccak_256(bytes.subarray(0, length)), `${length} bytes`);
  }
});

test('a hash is not changed by the next one', () => {
  const first = keccak256(Uint8Array.of(1));
  const copy = first.slice();
  keccak256(Uint8Array.of(2));
  assert.deepEqual(first, copy);
});
