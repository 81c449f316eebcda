import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@qord/curves/keccak';
import fc from 'fast-check';
import { bytesToBigint } from '../bytes.ts';
import { fromHex } from '../hex.ts';
import { addressOfPrivateKey, groupOrder, isPrivateKey, recoverAddress, signDigest } from './secp256k1.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(isPrivateKey);

test('accounts of known keys', () => {
  const developmentKey = fromHex('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
  assert.equal(addressOfPrivateKey(developmentKey), '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
});

test('the signer is recovered; signatures equal those of another implementation', () => {
  const property = fc.property(key, fc.uint8Array(), (privateKey, message) => {
    const digest = keccak256(message);
    const signature = signDigest(digest, privateKey);
    assert.equal(recoverAddress(digest, signature), addressOfPrivateKey(privateKey));
    assert.ok(signature.s <= groupOrder / 2n);
    const other = secp256k1.sign(digest, privateKey, { prehash: false });
    assert.equal(bytesToBigint(other.subarray(0, 32)), signature.r);
    assert.equal(bytesToBigint(other.subarray(32, 64)), signature.s);
  });
  fc.assert(property, { numRuns: 30 });
});

test('numbers that are no signature recover nobody', () => {
  const digest = keccak256(Uint8Array.of(1));
  for (const bad of [0n, groupOrder, groupOrder + 1n, 2n ** 256n]) {
    assert.equal(recoverAddress(digest, { r: bad, s: 1n, yParity: 0 }), undefined);
    assert.equal(recoverAddress(digest, { r: 1n, s: bad, yParity: 0 }), undefined);
  }
  assert.equal(recoverAddress(digest, { r: 5n, s: 1n, yParity: 0 }), undefined, 'no point has this x');
});

test('zero and numbers from the group order on are no private keys', () => {
  assert.equal(isPrivateKey(new Uint8Array(32)), false);
  assert.equal(isPrivateKey(new Uint8Array(32).fill(0xff)), false);
  assert.equal(isPrivateKey(new Uint8Array(31).fill(1)), false);
  assert.equal(isPrivateKey(new Uint8Array(32).fill(1)), true);
});
