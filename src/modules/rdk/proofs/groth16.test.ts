import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bigintToFixedBytes } from '../../../primitives/bytes.ts';
import { cubic, cubicWitness, fifthPowerWitness } from '../../../testing/groth16/circuit.ts';
import { encodeG1, encodeG2 } from '../../../testing/groth16/encode-point.ts';
import { groth16Fixture } from '../../../testing/groth16/fixture.ts';
import { prove } from '../../../testing/groth16/prove.ts';
import { trustedSetup } from '../../../testing/groth16/setup.ts';
import { groth16Fault, groth16Gas, verifyingKeyFault } from './groth16.ts';
import { groth16FaultText } from './groth16-fault.ts';

const { Fp, Fp2, Fr } = bls12_381.fields;
const order = Fr.ORDER;
const base = bls12_381.G1.Point.BASE;

/** Offsets of the points of a key or proof. */
const keyOffsets = { alpha: 0, beta: 128, gamma: 384, delta: 640, 'ic[0]': 896, 'ic[1]': 1024 } as const;
const proofOffsets = { a: 0, b: 128, c: 384 } as const;

const { provingKey, verifyingKey } = trustedSetup(cubic(1), 'cubic');
/** x = 3: 27 + 3 + 5 */
const inputs = [35n];
const proof = prove(provingKey, cubicWitness(3n), 'first');

function replaced(bytes: Uint8Array, offset: number, piece: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  copy.set(piece, offset);
  return copy;
}

/** A point of the curve of G1, or of G2, outside the subgroup. */
function strayG1(): Uint8Array {
  for (let x = 4n; ; x++) {
    const square = Fp.add(Fp.pow(x, 3n), 4n);
    if (!Fp.eql(Fp.pow(square, (Fp.ORDER - 1n) / 2n), Fp.ONE)) continue;
    const point = bls12_381.G1.Point.fromAffine({ x, y: Fp.sqrt(square) });
    if (!point.isTorsionFree()) return encodeG1(point);
  }
}

function strayG2(): Uint8Array {
  const { b } = bls12_381.G2.Point.CURVE();
  for (let i = 1n; ; i++) {
    const x = Fp2.fromBigTuple([i, 1n]);
    try {
      const y = Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), b));
      return encodeG2(bls12_381.G2.Point.fromAffine({ x, y }));
    } catch {} // not a square: try the next x
  }
}

test('a proof is valid for its inputs and key, whatever its random numbers', () => {
  assert.equal(groth16Fault(verifyingKey, proof, inputs), undefined);
  const other = prove(provingKey, cubicWitness(3n), 'second');
  assert.notDeepEqual(other, proof);
  assert.equal(groth16Fault(verifyingKey, other, inputs), undefined);
});

test('any number of public inputs is part of the equation', () => {
  for (const count of [0, 2, 3]) {
    const setup = trustedSetup(cubic(count), `cubic ${count}`);
    const witness = cubicWitness(7n);
    const right = witness.slice(1, count + 1);
    const made = prove(setup.provingKey, witness, 'seed');
    assert.equal(groth16Fault(setup.verifyingKey, made, right), undefined);
    for (const at of right.keys()) {
      const wrong = right.with(at, (right[at] ?? 0n) + 1n);
      assert.deepEqual(groth16Fault(setup.verifyingKey, made, wrong), { code: 'not-proven' });
    }
  }
});

test('a well-formed proof of something else proves nothing', () => {
  const notProven = { code: 'not-proven' };
  assert.deepEqual(groth16Fault(verifyingKey, proof, [36n]), notProven);
  assert.deepEqual(groth16Fault(trustedSetup(cubic(1), 'other').verifyingKey, proof, inputs), notProven);
  for (const offset of [proofOffsets.a, proofOffsets.c]) {
    assert.deepEqual(groth16Fault(verifyingKey, replaced(proof, offset, encodeG1(base)), inputs), notProven);
  }
  const otherB = replaced(proof, proofOffsets.b, encodeG2(bls12_381.G2.Point.BASE));
  assert.deepEqual(groth16Fault(verifyingKey, otherB, inputs), notProven);
  assert.deepEqual(groth16Fault(verifyingKey, new Uint8Array(512), inputs), notProven);
});

test('nothing is proven without a witness', () => {
  assert.throws(() => prove(provingKey, cubicWitness(3n).with(1, 36n), 'seed'), RangeError);
});

test('a proof of another length is rejected', () => {
  for (const length of [0, 511, 513]) {
    assert.deepEqual(groth16Fault(verifyingKey, new Uint8Array(length), inputs), { code: 'proof-length', length });
  }
});

test('a key fits one number of inputs only, 16 at most', () => {
  const length = verifyingKey.length;
  assert.equal(length, 1152);
  assert.deepEqual(groth16Fault(verifyingKey, proof, []), { code: 'key-length', length, inputs: 0 });
  assert.deepEqual(groth16Fault(verifyingKey, proof, [35n, 1n]), { code: 'key-length', length, inputs: 2 });
  assert.deepEqual(verifyingKeyFault(new Uint8Array(0), 1), { code: 'key-length', length: 0, inputs: 1 });
  const long = new Uint8Array(896 + 18 * 128);
  assert.deepEqual(verifyingKeyFault(long, 17), { code: 'key-length', length: long.length, inputs: 17 });
});

test('inputs are below the order of the group', () => {
  assert.deepEqual(groth16Fault(verifyingKey, proof, [order + 35n]), { code: 'input-range', input: 0 });
  assert.deepEqual(groth16Fault(verifyingKey, proof, [order]), { code: 'input-range', input: 0 });
  assert.deepEqual(groth16Fault(verifyingKey, proof, [-1n]), { code: 'input-range', input: 0 });
  assert.deepEqual(groth16Fault(verifyingKey, proof, [order - 1n]), { code: 'not-proven' });
});

/**
 * Bytes that are not a point of the curve: a wrong y, a number not below the order of the field, padding that is not
 * zero.
 */
const offCurve = [
  replaced(encodeG1(base), 127, Uint8Array.of(0)),
  replaced(encodeG1(base), 0, bigintToFixedBytes(Fp.ORDER + base.toAffine().x, 64)),
  replaced(encodeG1(base), 0, Uint8Array.of(1)),
];

test('every point of a key is checked', () => {
  assert.equal(verifyingKeyFault(verifyingKey, 1), undefined);
  for (const [point, offset] of Object.entries(keyOffsets)) {
    const isG2 = offset > 0 && offset < 896;
    for (const bytes of offCurve) {
      const key = replaced(verifyingKey, offset, bytes);
      assert.deepEqual(verifyingKeyFault(key, 1), { code: 'off-curve', point });
      assert.deepEqual(groth16Fault(key, proof, inputs), { code: 'off-curve', point });
    }
    const stray = replaced(verifyingKey, offset, isG2 ? strayG2() : strayG1());
    assert.deepEqual(verifyingKeyFault(stray, 1), { code: 'off-subgroup', point });
    assert.deepEqual(groth16Fault(stray, proof, inputs), { code: 'off-subgroup', point });
    const infinite = replaced(verifyingKey, offset, new Uint8Array(isG2 ? 256 : 128));
    const fault = point === 'ic[0]' ? undefined : { code: 'infinity', point };
    assert.deepEqual(verifyingKeyFault(infinite, 1), fault);
    assert.deepEqual(groth16Fault(infinite, proof, inputs), fault ?? { code: 'not-proven' });
  }
});

test('every point of a proof is checked', () => {
  for (const [point, offset] of Object.entries(proofOffsets)) {
    for (const bytes of offCurve) {
      assert.deepEqual(groth16Fault(verifyingKey, replaced(proof, offset, bytes), inputs), {
        code: 'off-curve',
        point,
      });
    }
    const stray = replaced(proof, offset, point === 'b' ? strayG2() : strayG1());
    assert.deepEqual(groth16Fault(verifyingKey, stray, inputs), { code: 'off-subgroup', point });
  }
});

test('the fixture proves any number below the order', () => {
  const fixture = groth16Fixture();
  assert.equal(verifyingKeyFault(fixture.verifyingKey, 1), undefined);
  for (const input of [0n, 1n, 32n, (1n << 253n) - 1n, order - 1n]) {
    const made = fixture.prove([input]);
    assert.equal(groth16Fault(fixture.verifyingKey, made, [input]), undefined);
    assert.deepEqual(groth16Fault(fixture.verifyingKey, made, [(input + 1n) % order]), { code: 'not-proven' });
  }
  assert.deepEqual(fifthPowerWitness(32n), [1n, 32n, 2n, 4n, 16n]);
  assert.throws(() => fixture.prove([1n, 2n]), RangeError);
});

test('the gas grows with the public inputs', () => {
  assert.equal(groth16Gas(0), 750_000n);
  assert.equal(groth16Gas(1), 800_000n);
  assert.ok(groth16Gas(1) > 37_700n + 4n * 32_600n + 2n * 12_000n); // what the precompiles would charge
});

test('each fault has a sentence', () => {
  const texts = [
    groth16FaultText({ code: 'key-length', length: 3, inputs: 1 }),
    groth16FaultText({ code: 'key-length', length: 3, inputs: 17 }),
    groth16FaultText({ code: 'proof-length', length: 3 }),
    groth16FaultText({ code: 'input-range', input: 0 }),
    groth16FaultText({ code: 'off-curve', point: 'a' }),
    groth16FaultText({ code: 'off-subgroup', point: 'b' }),
    groth16FaultText({ code: 'infinity', point: 'ic[1]' }),
    groth16FaultText({ code: 'not-proven' }),
  ];
  assert.deepEqual(texts, [
    'the verifying key has 3 bytes, not 1152',
    '17 public inputs are more than 16',
    'the proof has 3 bytes, not 512',
    'public input 0 is not below the order of the group',
    'a is no point of the curve',
    'b is outside the subgroup',
    'ic[1] of the verifying key is the point at infinity',
    'the proof does not prove this statement',
  ]);
});
