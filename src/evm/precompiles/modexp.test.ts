import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fork } from '../../kernel/engine.ts';
import { bigintToBytes, bigintToFixedBytes, concatBytes } from '../../primitives/bytes.ts';
import { callPrecompile, precompileAt, resultOf } from '../testing/call-precompile.ts';
import { createRandom } from '../testing/random.ts';
import { powerModulo } from './power-modulo.ts';
import { powerOfWords } from './power-of-words.ts';

type Operands = [base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array];

const modexp = 5;
const maxWord = (1n << 256n) - 1n;

function header(...lengths: readonly bigint[]): Uint8Array {
  return concatBytes(...lengths.map((length) => bigintToFixedBytes(length, 32)));
}

function inputOf(base: bigint, exponent: bigint, modulus: bigint): Uint8Array {
  const operands = [base, exponent, modulus].map(bigintToBytes);
  return concatBytes(header(...operands.map(({ length }) => BigInt(length))), ...operands);
}

function gasOf(input: Uint8Array, fork: Fork): bigint | string {
  const result = callPrecompile(modexp, input, { fork });
  return result.status === 'success' ? result.gasUsed : result.status;
}

/** The definition: one multiplication for each bit and each one among them. */
function squareAndMultiply(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return result;
}

test('powers equal square and multiply for operands of all sizes', () => {
  const random = createRandom(11n);
  const number = (bits: bigint) => {
    let value = 0n;
    for (let i = 0n; i < bits; i += 64n) value = (value << 64n) | random();
    return value >> (random() % 64n);
  };
  for (const bits of [64n, 256n, 512n, 2048n]) {
    for (let i = 0; i < 20; i++) {
      const [base, exponent, modulus] = [number(bits), number(i % 2 === 0 ? 64n : 256n), number(bits) + 1n];
      assert.equal(powerModulo(base, exponent, modulus), squareAndMultiply(base, exponent, modulus));
    }
  }
  for (const modulus of [1n, 2n, 3n]) {
    for (const exponent of [0n, 1n, 2n, 65_535n, 65_536n, 1n << 200n]) {
      for (const base of [0n, 1n, 5n]) {
        assert.equal(powerModulo(base, exponent, modulus), squareAndMultiply(base, exponent, modulus));
      }
    }
  }
});

test('powers of words equal square and multiply', () => {
  const random = createRandom(12n);
  const word = () => {
    const value = (random() << 192n) | (random() << 128n) | (random() << 64n) | random();
    return value >> (random() % 8n < 3n ? random() % 256n : 0n);
  };
  const special = [0n, 1n, 2n, 3n, (1n << 64n) - 1n, 1n << 128n, (1n << 255n) + 1n, maxWord];
  const cases = Array.from({ length: 200 }, () => [word(), word() >> (random() % 256n), word()] as const);
  for (const base of special)
    for (const exponent of special) for (const modulus of special) cases.push([base, exponent, modulus]);
  for (const [base, exponent, modulus] of cases) {
    const result = powerOfWords(
      ...([base, exponent, modulus].map((value) => bigintToFixedBytes(value, 32)) as Operands),
    );
    const expected = modulus === 0n ? 0n : squareAndMultiply(base % modulus, exponent, modulus);
    assert.deepEqual(result, bigintToFixedBytes(expected, 32), `${base}^${exponent} modulo ${modulus}`);
  }
});

test('the result has the length of the modulus', () => {
  assert.equal(resultOf(modexp, inputOf(3n, 5n, 0x1_000000n)), '000000f3');
  assert.equal(resultOf(modexp, inputOf(3n, 0n, 1n)), '00');
  assert.equal(resultOf(modexp, concatBytes(header(1n, 1n, 3n), Uint8Array.of(3, 5, 0, 0, 0))), '000000');
  assert.equal(resultOf(modexp, header(0n, 0n, 0n)), '');
  assert.equal(resultOf(modexp, new Uint8Array(0)), '');
});

test('operands are filled up with zeros on the right', () => {
  assert.equal(resultOf(modexp, concatBytes(header(1n, 2n, 2n), Uint8Array.of(3, 1))), '0000');
  assert.equal(resultOf(modexp, concatBytes(header(1n, 1n, 2n), Uint8Array.of(3, 2, 1))), '0009');
});

test('the price is known before the lengths cost anything', () => {
  for (const fork of ['prague', 'osaka'] as const) {
    for (const lengths of [
      [maxWord, 1n, 1n],
      [1n, maxWord, 1n],
      [1n, 1n, maxWord],
      [maxWord, maxWord, maxWord],
    ]) {
      assert.ok(precompileAt(modexp, fork).gas(header(...lengths)) > 30_000_000n, `${fork} ${lengths}`);
    }
  }
});

test('an exponent without base and modulus is cheap at any length', () => {
  assert.equal(gasOf(header(0n, maxWord, 0n), 'prague'), 200n);
});

test('osaka rejects operands of more than 1,024 bytes', () => {
  const input = (...lengths: readonly bigint[]) => concatBytes(header(...lengths), new Uint8Array(4000).fill(1));
  assert.equal(gasOf(input(1024n, 1024n, 1024n), 'osaka'), 2n * 128n * 128n * (16n * 992n + 248n));
  for (const lengths of [
    [1025n, 1n, 1n],
    [1n, 1025n, 1n],
    [1n, 1n, 1025n],
  ]) {
    assert.equal(gasOf(input(...lengths), 'osaka'), 'failure');
    assert.notEqual(gasOf(input(...lengths), 'prague'), 'failure');
  }
});
