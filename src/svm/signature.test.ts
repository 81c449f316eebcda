import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { hashFromBytes } from '../primitives/hash.ts';
import { KeyFormatError, parsePublicKey } from './public-key.ts';
import { parseSignature, toSignature } from './signature.ts';

test('a signature turns back into its transaction hash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const hash = hashFromBytes(bytes);
      assert.equal(base58.decode(toSignature(hash)).length, 64);
      assert.equal(parseSignature(toSignature(hash)), hash);
    }),
  );
});

test('64 bytes that no transaction of this chain can have as signature name no transaction', () => {
  assert.equal(parseSignature(base58.encode(new Uint8Array(64).fill(9))), undefined);
});

test('texts that are no signature are rejected with the word clients test for', () => {
  const rejected = (text: string, fault: string) =>
    assert.throws(
      () => parseSignature(text),
      (error) => error instanceof KeyFormatError && error.fault === fault,
    );
  rejected('', 'WrongSize');
  rejected('1'.repeat(89), 'WrongSize');
  rejected('0'.repeat(88), 'Invalid');
  rejected(base58.encode(new Uint8Array(63).fill(9)), 'WrongSize');
});

test('texts that are no key are rejected with the word clients test for', () => {
  const rejected = (text: string, fault: string) =>
    assert.throws(
      () => parsePublicKey(text),
      (error) => error instanceof KeyFormatError && error.fault === fault,
    );
  assert.equal(parsePublicKey('11111111111111111111111111111111').length, 32);
  rejected('', 'WrongSize');
  rejected('abc', 'WrongSize');
  rejected('1'.repeat(33), 'WrongSize');
  rejected('z'.repeat(45), 'WrongSize');
  rejected('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'Invalid');
});
