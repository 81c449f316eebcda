import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccak256 } from '@qord/curves/keccak';
import { bytesToBigint } from '../primitives/bytes.ts';
import { assemble, type Part, returnTop, returnTopGas } from '../testing/evm/assemble.ts';
import { createEvmHarness } from '../testing/evm/harness.ts';

const word = 1n << 256n;
const max = word - 1n;
const signed = (value: bigint) => BigInt.asIntN(256, value);
const wrap = (value: bigint) => BigInt.asUintN(256, value);
const magnitude = (value: bigint) => (value < 0n ? -value : value);

/** name, static gas, the same operation on integers with the top of the stack first */
const binary: readonly [string, bigint, (a: bigint, b: bigint) => bigint][] = [
  ['ADD', 3n, (a, b) => wrap(a + b)],
  ['MUL', 5n, (a, b) => wrap(a * b)],
  ['SUB', 3n, (a, b) => wrap(a - b)],
  ['DIV', 5n, (a, b) => (b === 0n ? 0n : a / b)],
  ['SDIV', 5n, (a, b) => (b === 0n ? 0n : wrap(signed(a) / signed(b)))],
  ['MOD', 5n, (a, b) => (b === 0n ? 0n : a % b)],
  ['SMOD', 5n, (a, b) => (b === 0n ? 0n : wrap(signed(a) % magnitude(signed(b))))],
  ['LT', 3n, (a, b) => (a < b ? 1n : 0n)],
  ['GT', 3n, (a, b) => (a > b ? 1n : 0n)],
  ['SLT', 3n, (a, b) => (signed(a) < signed(b) ? 1n : 0n)],
  ['SGT', 3n, (a, b) => (signed(a) > signed(b) ? 1n : 0n)],
  ['EQ', 3n, (a, b) => (a === b ? 1n : 0n)],
  ['AND', 3n, (a, b) => a & b],
  ['OR', 3n, (a, b) => a | b],
  ['XOR', 3n, (a, b) => a ^ b],
  ['BYTE', 3n, (a, b) => (a > 31n ? 0n : (b >> (8n * (31n - a))) & 0xffn)],
  ['SHL', 3n, (a, b) => (a > 255n ? 0n : wrap(b << a))],
  ['SHR', 3n, (a, b) => (a > 255n ? 0n : b >> a)],
  ['SAR', 3n, (a, b) => wrap(signed(b) >> (a > 255n ? 255n : a))],
  ['SIGNEXTEND', 5n, (a, b) => (a > 30n ? b : wrap(BigInt.asIntN(Number(8n * (a + 1n)), b)))],
];

const operands = [0n, 1n, 2n, 7n, 31n, 32n, 255n, 256n, 0xffff_ffffn, 1n << 64n, (1n << 64n) - 1n, 1n << 128n];
const wideOperands = [...operands, 1n << 255n, max, max - 1n, 0x1234_5678_9abc_def0_1234_5678_9abc_def0_1234_5678n];

const harness = createEvmHarness();
/** Two words are below everything, so that a wrong stack pointer would show. */
const compute = (...parts: Part[]) => harness.runCode(assemble(...parts, ...returnTop));

for (const [name, gas, operation] of binary) {
  test(`${name} equals the integer operation and costs ${gas}`, () => {
    for (const a of wideOperands) {
      for (const b of wideOperands) {
        const result = compute(b, a, name);
        assert.equal(result.word, operation(a, b), `${name} ${a} ${b}`);
        assert.equal(result.gasUsed, 6n + gas + returnTopGas);
      }
    }
  });
}

test('operations on operands from calldata equal those on constants: no fused instruction is different', () => {
  for (const [name, , operation] of binary) {
    const code = assemble(32, 'CALLDATALOAD', 0, 'CALLDATALOAD', name, ...returnTop);
    for (const a of wideOperands) {
      for (const b of operands) {
        const data = Buffer.from(a.toString(16).padStart(64, '0') + b.toString(16).padStart(64, '0'), 'hex');
        assert.equal(harness.runCode(code, { data }).word, operation(a, b), `${name} ${a} ${b}`);
      }
    }
  }
});

test('ADDMOD and MULMOD keep the bits above 256', () => {
  for (const a of wideOperands) {
    for (const n of wideOperands) {
      const added = compute(n, max, a, 'ADDMOD');
      assert.equal(added.word, n === 0n ? 0n : (a + max) % n);
      assert.equal(added.gasUsed, 9n + 8n + returnTopGas);
      assert.equal(compute(n, max, a, 'MULMOD').word, n === 0n ? 0n : (a * max) % n);
    }
  }
});

test('EXP costs 10 and 50 for every byte of the exponent', () => {
  const cases: [bigint, bigint, bigint][] = [
    [3n, 0n, 10n],
    [3n, 5n, 60n],
    [3n, 255n, 60n],
    [3n, 256n, 110n],
    [max, max, 10n + 32n * 50n],
  ];
  for (const [base, exponent, gas] of cases) {
    const result = compute(exponent, base, 'EXP');
    let expected = 1n;
    for (let i = 255n; i >= 0n; i--) {
      expected = wrap(expected * expected);
      if ((exponent >> i) & 1n) expected = wrap(expected * base);
    }
    assert.equal(result.word, expected);
    assert.equal(result.gasUsed, 6n + gas + returnTopGas);
  }
});

test('ISZERO, NOT and CLZ', () => {
  for (const a of wideOperands) {
    assert.equal(compute(a, 'ISZERO').word, a === 0n ? 1n : 0n);
    assert.equal(compute(a, 'NOT').word, max ^ a);
    const leadingZeros = compute(a, 'CLZ');
    assert.equal(leadingZeros.word, a === 0n ? 256n : BigInt(256 - a.toString(2).length));
    assert.equal(leadingZeros.gasUsed, 3n + 5n + returnTopGas);
  }
});

test('CLZ is an invalid opcode before Osaka (EIP-7939)', () => {
  harness.put(harness.contractAddress, { code: assemble(1, 'CLZ', ...returnTop) });
  const outcome = harness.run({}, {}, { ...harness.block, fork: 'prague' });
  assert.equal(outcome.halt, 'invalid opcode');
  assert.equal(harness.run().word, 255n);
});

test('KECCAK256 costs 30, 6 for every word, and memory', () => {
  for (const length of [0, 1, 31, 32, 33, 64, 135, 136, 137, 300]) {
    const result = compute(length, 0, 'KECCAK256');
    assert.equal(result.word, bytesToBigint(keccak256(new Uint8Array(length))));
    const words = BigInt(Math.ceil(length / 32));
    const memory = words === 0n ? 0n : 3n * words - 3n; // returnTop pays for the first word
    assert.equal(result.gasUsed, 6n + 30n + 6n * words + memory + returnTopGas);
  }
});

test('all DUPs and SWAPs reach their word', () => {
  const sixteen = Array.from({ length: 17 }, (_, i) => i + 1);
  for (let n = 1; n <= 16; n++) {
    assert.equal(compute(...sixteen, `DUP${n}`).word, BigInt(18 - n));
    assert.equal(compute(...sixteen, `SWAP${n}`).word, BigInt(17 - n));
    const other = [...sixteen, `SWAP${n}`, ...Array.from({ length: n }, () => 'POP')];
    assert.equal(compute(...other).word, 17n);
  }
});

test('a PUSH that the code cuts off is filled with zeros', () => {
  const inner = assemble('0x61ff'); // PUSH2 with one byte
  const creation = assemble(
    bytesToBigint(inner),
    0,
    'MSTORE',
    inner.length,
    32 - inner.length,
    0,
    'CREATE',
    ...returnTop,
  );
  assert.notEqual(harness.runCode(creation).word, 0n);
  const steps: bigint[][] = [];
  harness.runCode(assemble('0x61ff'), {}, { tracer: { onStep: (step) => steps.push([...step.stack()]) } });
  assert.deepEqual(steps, [[], [0xff00n]]);
});
