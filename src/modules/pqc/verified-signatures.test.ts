import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signMlDsa } from '@qord/curves/ml-dsa';
import { testPqcKey } from '../../testing/signing/hybrid.ts';
import { signatureAlgorithm, verifies } from './algorithms.ts';
import { rememberValid, type Verify } from './verified-signatures.ts';

const algorithm = signatureAlgorithm('dilithium5', 'ml-dsa-87', 0);
const [key, other] = [testPqcKey(1), testPqcKey(2)];

/** The verifier with a cache of `limit` entries, and the number of verifications. */
function countingVerifier(limit: number): { readonly verify: Verify; readonly count: () => number } {
  let count = 0;
  const counting: Verify = (...args) => {
    count++;
    return verifies(...args);
  };
  return { verify: rememberValid(counting, limit).verify, count: () => count };
}

function signed(byte: number): readonly [signature: Uint8Array, message: Uint8Array] {
  const message = new Uint8Array(32).fill(byte);
  return [signMlDsa('ml-dsa-87', key.privateKey, message), message];
}

test('a valid signature is verified once, also in other arrays of the same bytes', () => {
  const { verify, count } = countingVerifier(10);
  const [signature, message] = signed(1);
  assert.equal(verify(algorithm, key.publicKey, signature, message), true);
  assert.equal(verify(algorithm, key.publicKey.slice(), signature.slice(), message.slice()), true);
  assert.equal(count(), 1);
});

test('a cached result does not apply to another key, message, signature or state of the algorithm', () => {
  const { verify, count } = countingVerifier(10);
  const [signature, message] = signed(1);
  assert.equal(verify(algorithm, key.publicKey, signature, message), true);
  const forged = signature.map((byte, index) => (index === 700 ? byte ^ 1 : byte));
  assert.equal(verify(algorithm, other.publicKey, signature, message), false);
  assert.equal(verify(algorithm, key.publicKey, forged, message), false);
  assert.equal(verify(algorithm, key.publicKey, signature, message.slice().fill(2)), false);
  assert.equal(verify({ ...algorithm, status: 'disabled' }, key.publicKey, signature, message), false);
  assert.equal(count(), 5);
  assert.equal(verify(algorithm, key.publicKey, forged, message), false);
  assert.equal(count(), 6, 'an invalid one is not remembered');
});

test('the cache is bounded: an old signature is verified again', () => {
  const { verify, count } = countingVerifier(1);
  const first = signed(1);
  for (const pair of [first, signed(2), signed(3)]) assert.ok(verify(algorithm, key.publicKey, ...pair));
  assert.ok(verify(algorithm, key.publicKey, ...first));
  assert.equal(count(), 4);
});
