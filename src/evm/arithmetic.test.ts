import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadArithmetic } from './testing/arithmetic-module.ts';
import { createRandom } from './testing/random.ts';

/*
 * Every 256-bit operation of the engine against BigInt: all pairs (and many triples) of operands at the edges, then
 * random ones from a fixed seed, with the result beside the operands and over each of them.
 */

const modulus = 1n << 256n;
const wrap = (value: bigint) => BigInt.asUintN(256, value);
const signed = (value: bigint) => BigInt.asIntN(256, value);
const bit = (condition: boolean) => (condition ? 1n : 0n);

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let rest = exponent, square = base; rest > 0n; rest >>= 1n, square = wrap(square * square)) {
    if (rest & 1n) result = wrap(result * square);
  }
  return result;
}

type Unary = (a: bigint) => bigint;
type Binary = (a: bigint, b: bigint) => bigint;
type Ternary = (a: bigint, b: bigint, n: bigint) => bigint;

/** What operations that write a word must write. */
const unary: Record<string, Unary> = {
  clzOp: (a) => (a === 0n ? 256n : BigInt(256 - a.toString(2).length)),
};
const binary: Record<string, Binary> = {
  add: (a, b) => wrap(a + b),
  sub: (a, b) => wrap(a - b),
  mul: (a, b) => wrap(a * b),
  div: (a, b) => (b === 0n ? 0n : a / b),
  mod: (a, b) => (b === 0n ? 0n : a % b),
  sdiv: (a, b) => (b === 0n ? 0n : wrap(signed(a) / signed(b))),
  smod: (a, b) => (b === 0n ? 0n : wrap(signed(a) % signed(b))),
  exp: power,
  signextend: (index, x) => (index > 30n ? x : wrap(BigInt.asIntN(Number(index) * 8 + 8, x))),
  byteOp: (index, x) => (index > 31n ? 0n : (x >> (8n * (31n - index))) & 0xffn),
  shl: (shift, x) => (shift > 255n ? 0n : wrap(x << shift)),
  shr: (shift, x) => (shift > 255n ? 0n : x >> shift),
  sar: (shift, x) => wrap(signed(x) >> (shift > 255n ? 256n : shift)),
};
const ternary: Record<string, Ternary> = {
  addmod: (a, b, n) => (n === 0n ? 0n : (a + b) % n),
  mulmod: (a, b, n) => (n === 0n ? 0n : (a * b) % n),
};
/** What operations that return a number must return. */
const returning: Record<string, Binary> = {
  isBelow: (a, b) => bit(a < b),
  isBelowSigned: (a, b) => bit(signed(a) < signed(b)),
  isEqual: (a, b) => bit(a === b),
  isZero: (a) => bit(a === 0n),
  byteLength: (a) => BigInt(a === 0n ? 0 : Math.ceil(a.toString(16).length / 2)),
};

/** Operands are words at these addresses. */
const operandAt = [0x10000, 0x10020, 0x10040] as const;
const resultAt = 0x10060;
const { limbs, operation } = loadArithmetic();

function writeWord(address: number, value: bigint): void {
  for (let i = 0; i < 4; i++) limbs[address / 8 + i] = BigInt.asUintN(64, value >> BigInt(64 * i));
}

function readWord(address: number): bigint {
  let value = 0n;
  for (let i = 3; i >= 0; i--) value = (value << 64n) | (limbs[address / 8 + i] ?? 0n);
  return value;
}

/** Runs the operation with the result beside its operands, then over each of them. */
function check(name: string, operands: readonly bigint[], expected: bigint): void {
  const run = operation(name);
  const addresses = operandAt.slice(0, operands.length);
  for (const result of [resultAt, ...addresses]) {
    operands.forEach((operand, i) => void writeWord(operandAt[i] ?? 0, operand));
    run(result, ...addresses);
    const actual = readWord(result);
    if (actual !== expected) {
      const shown = operands.map((operand) => `0x${operand.toString(16)}`).join(', ');
      assert.equal(`0x${actual.toString(16)}`, `0x${expected.toString(16)}`, `${name}(${shown}) at ${result}`);
    }
  }
}

/** Limbs around which carries, borrows and estimates of quotients go wrong. */
const edgeLimbs = [0n, 1n, 2n, (1n << 32n) - 1n, 1n << 32n, 1n << 63n, (1n << 63n) - 1n, (1n << 64n) - 1n];
const edges = [
  ...[0n, 1n, 2n, 3n, 30n, 31n, 32n, 63n, 64n, 65n, 127n, 128n, 192n, 255n, 256n, 257n],
  ...[64n, 128n, 192n, 255n].flatMap((bits) => [(1n << bits) - 1n, 1n << bits, (1n << bits) + 1n]),
  ...[1n, 2n, 256n, 1n << 64n, 1n << 128n, 1n << 192n].map((distance) => modulus - distance),
];

/** A word of random and edge limbs, often shortened to a random number of bits. */
function randomWord(random: () => bigint): bigint {
  let value = 0n;
  for (let i = 0; i < 4; i++) {
    const choice = Number(random() % 24n);
    value = (value << 64n) | (edgeLimbs[choice] ?? (choice < 12 ? 1n << (random() % 64n) : random()));
  }
  return random() % 3n === 0n ? value >> (random() % 256n) : value;
}

const isIndexed = (name: string) => ['signextend', 'byteOp', 'shl', 'shr', 'sar'].includes(name);

for (const [name, expected] of Object.entries(unary)) {
  test(`${name} equals BigInt`, () => {
    const random = createRandom(1n);
    for (const a of edges) check(name, [a], expected(a));
    for (let i = 0; i < 2000; i++) {
      const a = randomWord(random);
      check(name, [a], expected(a));
    }
  });
}

for (const [name, expected] of Object.entries(binary)) {
  test(`${name} equals BigInt`, () => {
    const random = createRandom(2n);
    for (const a of edges) for (const b of edges) check(name, [a, b], expected(a, b));
    for (let i = 0; i < (name === 'exp' ? 500 : 5000); i++) {
      const a = isIndexed(name) && i % 4 !== 0 ? random() % 270n : randomWord(random);
      const b = randomWord(random);
      check(name, [a, b], expected(a, b));
    }
  });
}

for (const [name, expected] of Object.entries(ternary)) {
  test(`${name} equals BigInt`, () => {
    const random = createRandom(3n);
    for (const a of edges) for (const b of edges) for (const n of edges) check(name, [a, b, n], expected(a, b, n));
    for (let i = 0; i < 10_000; i++) {
      const [a, b, n] = [randomWord(random), randomWord(random), randomWord(random)];
      check(name, [a, b, n], expected(a, b, n));
    }
  });
}

for (const [name, expected] of Object.entries(returning)) {
  test(`${name} equals BigInt`, () => {
    const random = createRandom(4n);
    const run = operation(name);
    const checkValue = (a: bigint, b: bigint) => {
      writeWord(operandAt[0], a);
      writeWord(operandAt[1], b);
      assert.equal(BigInt(run(operandAt[0], operandAt[1]) ?? -1), expected(a, b), `${name}(${a}, ${b})`);
    };
    for (const a of edges) for (const b of edges) checkValue(a, b);
    for (let i = 0; i < 2000; i++) {
      const a = randomWord(random);
      checkValue(a, i % 3 === 0 ? a ^ (1n << (random() % 256n)) : randomWord(random));
    }
  });
}

/**
 * Numerators that make long division meet its rare cases: a quotient digit of 2^64 - 1 by equal top limbs, and a digit
 * estimated one too large, which occur once in 2^64 random divisions.
 */
test('division handles digits that cannot be estimated or are estimated too large', () => {
  const random = createRandom(5n);
  for (let i = 0; i < 5000; i++) {
    const divisor = randomWord(random) || 1n;
    const quotient = i % 2 === 0 ? (1n << 64n) - 1n - (random() % 3n) : randomWord(random);
    for (const remainder of [0n, divisor - 1n, random() % divisor]) {
      const numerator = wrap(divisor * quotient + remainder);
      check('div', [numerator, divisor], numerator / divisor);
      check('mod', [numerator, divisor], numerator % divisor);
    }
    const [a, b] = [wrap(divisor - (random() % 3n)), wrap(divisor - (random() % 3n))];
    check('mulmod', [a, b, divisor], (a * b) % divisor);
  }
});
