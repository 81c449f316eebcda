import assert from 'node:assert/strict';
import { test } from 'node:test';
import { p256 } from '@noble/curves/nist.js';
import { bytesToBigint, concatBytes } from '../../primitives/bytes.ts';
import { resultOf } from '../testing/call-precompile.ts';
import { randomWord, word, yes } from '../testing/curve-inputs.ts';

test('signatures over P-256 are judged as noble judges them', () => {
  const key = new Uint8Array(32).fill(3);
  const publicKey = p256.getPublicKey(key, false);
  const { ORDER } = p256.Point.Fn;
  for (let i = 0; i < 10; i++) {
    const digest = word(i === 0 ? 0n : randomWord());
    const signature = p256.sign(digest, key, { prehash: false, lowS: false });
    const [r, s] = [bytesToBigint(signature.subarray(0, 32)), bytesToBigint(signature.subarray(32))];
    const verify = (...parts: Uint8Array[]) => resultOf(0x100, concatBytes(...parts, publicKey.subarray(1)));
    assert.equal(verify(digest, word(r), word(s)), yes);
    assert.equal(verify(digest, word(r), word(ORDER - s)), yes);
    assert.equal(verify(digest, word(r), word(s ^ 1n)), '');
    assert.equal(verify(word(bytesToBigint(digest) ^ 1n), word(r), word(s)), '');
    for (const scalar of [0n, ORDER, ORDER + 1n]) {
      assert.equal(verify(digest, word(scalar), word(s)), '');
      assert.equal(verify(digest, word(r), word(scalar)), '');
    }
  }
});

test('a digest that makes the key meet a multiple of the base point is like any other', () => {
  const { Fn, BASE } = p256.Point;
  const { ORDER } = Fn;
  const [key, nonce] = [(randomWord() % (ORDER - 1n)) + 1n, (randomWord() % (ORDER - 1n)) + 1n];
  const publicKey = BASE.multiply(key).toAffine();
  const r = BASE.multiply(nonce).toAffine().x % ORDER;
  const verify = (digest: bigint, s: bigint) =>
    resultOf(0x100, concatBytes(word(digest), word(r), word(s), word(publicKey.x), word(publicKey.y)));
  const digest = (key * r) % ORDER; // digest / r · G is the public key
  const s = (2n * digest * Fn.inv(nonce)) % ORDER;
  assert.equal(verify(digest, s), yes);
  assert.equal(verify(digest, ORDER - s), yes);
  assert.equal(verify(digest, s + 1n), '');
  assert.equal(verify(ORDER - digest, s), ''); // the sum is the point at infinity
  for (const zero of [0n, ORDER]) {
    assert.equal(verify(zero, (digest * Fn.inv(nonce)) % ORDER), yes);
    assert.equal(verify(zero, s), '');
  }
});

test('P256VERIFY returns no bytes for wrong keys and lengths', () => {
  const { p } = p256.Point.CURVE();
  const { x, y } = p256.Point.BASE.toAffine();
  const head = concatBytes(word(1n), word(1n), word(1n));
  for (const key of [
    [0n, 0n],
    [x, y + 1n],
    [x + p > 1n << 256n ? p : x + p, y],
    [p, 0n],
  ] as const) {
    assert.equal(resultOf(0x100, concatBytes(head, word(key[0]), word(key[1] % (1n << 256n)))), '');
  }
  assert.equal(resultOf(0x100, new Uint8Array(159)), '');
  assert.equal(resultOf(0x100, new Uint8Array(161)), '');
});
