import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { equalBytes } from '../primitives/bytes.ts';
import { loadArithmetic } from './testing/arithmetic-module.ts';
import { createRandom } from './testing/random.ts';

const resultAt = 0x2000;
const messageAt = 0x10000;
const { bytes, operation } = loadArithmetic();
const keccak = operation('keccak');
const keccakBytes = operation('keccakBytes');

function check(message: Uint8Array, address: number): void {
  const expected = keccak_256(message);
  bytes.set(message, address);
  keccakBytes(resultAt, address, message.length);
  assert.ok(equalBytes(bytes.slice(resultAt, resultAt + 32), expected), `bytes of ${message.length} at ${address}`);
  keccak(resultAt, address, message.length);
  assert.ok(equalBytes(bytes.slice(resultAt, resultAt + 32).reverse(), expected), `word of ${message.length}`);
}

function randomBytes(length: number, seed: bigint): Uint8Array {
  const random = createRandom(seed);
  return Uint8Array.from({ length }, () => Number(random() & 0xffn));
}

test('keccak equals the known digest of no bytes', () => {
  keccakBytes(resultAt, messageAt, 0);
  const digest = Buffer.from(bytes.subarray(resultAt, resultAt + 32)).toString('hex');
  assert.equal(digest, 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
});

test('keccak equals the reference for all lengths up to 600 bytes, wherever they lie', () => {
  const message = randomBytes(600, 7n);
  for (let length = 0; length <= 600; length++) check(message.subarray(0, length), messageAt + (length % 9));
});

test('keccak equals the reference for long messages', () => {
  for (const length of [4096, 24_576, 100_003, 1_000_000]) check(randomBytes(length, BigInt(length)), messageAt);
});

test('keccak reads the message before it writes the result over it', () => {
  const message = randomBytes(64, 9n);
  bytes.set(message, messageAt);
  keccakBytes(messageAt, messageAt, 64);
  assert.ok(equalBytes(bytes.slice(messageAt, messageAt + 32), keccak_256(message)));
});
