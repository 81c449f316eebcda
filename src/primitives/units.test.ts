import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatQor, parseAmount, weiPerQor } from './units.ts';

test('amounts are read in every unit, exactly', () => {
  const cases: readonly (readonly [string, bigint])[] = [
    ['1.5qor', 1_500_000_000_000_000_000n],
    ['1500000uqor', 1_500_000_000_000_000_000n],
    ['1.5 QOR', 1_500_000_000_000_000_000n],
    ['2lamports', 2_000_000_000n],
    ['10wei', 10n],
    ['0qor', 0n],
    ['0.000000000000000001qor', 1n],
    ['1.50000000000000000000qor', 1_500_000_000_000_000_000n],
    ['4500000000.000000000000000001qor', 4_500_000_000n * weiPerQor + 1n],
  ];
  for (const [text, wei] of cases) assert.equal(parseAmount(text), wei, text);
});

test('an amount without a known unit or below one wei is rejected with the expected format', () => {
  assert.throws(() => parseAmount('1.5'), { message: /^the amount 1\.5 has no unit; write it like 1\.5qor/ });
  assert.throws(() => parseAmount('1eth'), { message: /has the unknown unit eth/ });
  assert.throws(() => parseAmount('0.5wei'), { message: 'the amount 0.5wei is not a whole number of wei' });
  for (const text of ['', '-1qor', '1e18wei', '.5qor', '1.qor', '1,5qor', '0x10wei', 'qor']) {
    assert.throws(() => parseAmount(text), RangeError, text);
  }
});

test('formatting is exact and parses back', () => {
  for (const wei of [0n, 1n, weiPerQor, 1_500_000_000_000_000_000n, 10_000_000n * weiPerQor + 7n]) {
    assert.equal(parseAmount(`${formatQor(wei)}qor`), wei);
  }
  assert.equal(formatQor(-1_500_000_000_000_000_000n), '-1.5');
});
