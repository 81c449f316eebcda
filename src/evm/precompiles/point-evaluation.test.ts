import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bytesToBigint, concatBytes } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { resultOf } from '../testing/call-precompile.ts';
import { hex, randomWord, word } from '../testing/curve-inputs.ts';

test('a point evaluation holds for a constant polynomial, and for nothing else', () => {
  const { ORDER } = bls12_381.fields.Fr;
  const value = randomWord() % ORDER;
  const infinity = bls12_381.G1.Point.ZERO.toBytes();
  const commitment = bls12_381.G1.Point.BASE.multiplyUnsafe(value).toBytes();
  const evaluate = (z: bigint, y: bigint, c: Uint8Array = commitment, proof: Uint8Array = infinity) => {
    const versioned = concatBytes(Uint8Array.of(1), sha256(c).subarray(1));
    return resultOf(0x0a, concatBytes(versioned, word(z), word(y), c, proof));
  };
  const expectedOutput = hex(concatBytes(word(4096n), word(ORDER)));
  assert.equal(evaluate(0n, value), expectedOutput);
  assert.equal(evaluate(ORDER - 1n, value), expectedOutput);
  assert.equal(evaluate(5n, 0n, infinity), expectedOutput);
  assert.equal(evaluate(ORDER, value), 'failure');
  assert.equal(evaluate(0n, value + ORDER), 'failure');
  assert.equal(evaluate(0n, value + 1n), 'failure');
  assert.equal(evaluate(0n, value, commitment, commitment), 'failure');

  const changed = (bytes: Uint8Array, index: number, bits: number) =>
    bytes.map((byte, i) => (i === index ? byte ^ bits : byte));
  for (const c of [changed(infinity, 47, 1), changed(infinity, 0, 0x20), changed(commitment, 0, 0x80)]) {
    assert.equal(evaluate(0n, value, c), 'failure');
  }
  for (const proof of [changed(infinity, 47, 1), changed(infinity, 0, 1)]) {
    assert.equal(evaluate(0n, value, commitment, proof), 'failure');
  }
  assert.equal(resultOf(0x0a, concatBytes(word(1n), word(0n), word(value), commitment, infinity)), 'failure');
  assert.equal(resultOf(0x0a, new Uint8Array(193)), 'failure');
});

test('multiples and shifts of a true point evaluation are true, and others are not', () => {
  const { ORDER } = bls12_381.fields.Fr;
  const { Point } = bls12_381.G1;
  const [{ input }] = JSON.parse(
    readFileSync(new URL('../../../src/evm/precompiles/fixtures/point-evaluation.json', import.meta.url), 'utf8'),
  );
  const bytes = new Uint8Array(Buffer.from(input, 'hex'));
  const [z, y] = [bytes.subarray(32, 64), bytes.subarray(64, 96)].map(bytesToBigint) as [bigint, bigint];
  const [commitment, proof] = [Point.fromBytes(bytes.subarray(96, 144)), Point.fromBytes(bytes.subarray(144))];
  const evaluate = (c: typeof commitment, at: bigint, value: bigint, pi: typeof proof) => {
    const versioned = concatBytes(Uint8Array.of(1), sha256(c.toBytes()).subarray(1));
    return resultOf(0x0a, concatBytes(versioned, word(at), word(value), c.toBytes(), pi.toBytes()));
  };
  const answer = hex(concatBytes(word(4096n), word(ORDER)));
  for (let i = 0; i < 8; i++) {
    const [factor, shift] = [
      (randomWord() % (ORDER - 1n)) + 1n,
      i === 0 ? ORDER - y : (randomWord() % (ORDER - 1n)) + 1n,
    ];
    const scale = i === 0 ? 1n : factor;
    const c = commitment.multiplyUnsafe(scale).add(Point.BASE.multiplyUnsafe(shift));
    const [value, pi] = [(scale * y + shift) % ORDER, proof.multiplyUnsafe(scale)];
    assert.equal(evaluate(c, z, value, pi), answer);
    assert.equal(evaluate(c, z, (value + 1n) % ORDER, pi), 'failure');
    assert.equal(evaluate(c, (z + 1n) % ORDER, value, pi), 'failure');
    assert.equal(evaluate(c, z, value, pi.negate()), 'failure');
    assert.equal(evaluate(c.negate(), z, value, pi), 'failure');
    assert.equal(evaluate(c, z, value, Point.ZERO), 'failure');
    // the sum of commitment, value and proof is infinity, the proof is not
    const sum = Point.BASE.multiplyUnsafe(value).subtract(z === 0n ? Point.ZERO : pi.multiplyUnsafe(z));
    assert.equal(evaluate(sum, z, value, pi), 'failure');
  }
});
