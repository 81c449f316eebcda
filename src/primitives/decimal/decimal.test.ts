import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clamp,
  decimal,
  divide,
  formatDecimal,
  fromScaled,
  multiply,
  one,
  parseDecimal,
  ratio,
  shareOf,
} from './decimal.ts';
import { exp, ln1p, sigmoid, sqrt } from './functions.ts';

test('parsing and formatting', () => {
  for (const text of ['0', '1', '-1', '0.35', '18.742', '-0.000000000000000001']) {
    assert.equal(formatDecimal(parseDecimal(text)), text);
  }
  assert.equal(formatDecimal(parseDecimal('0.3'), 2), '0.30');
  assert.equal(formatDecimal(decimal(1), 1), '1.0');
  for (const text of ['', '.5', '1.', '1e3', '0.0000000000000000001', 'x']) {
    assert.throws(() => parseDecimal(text), RangeError);
  }
});

test('arithmetic truncates towards zero', () => {
  assert.equal(formatDecimal(divide(decimal(2), decimal(3))), '0.666666666666666666');
  assert.equal(formatDecimal(divide(decimal(-2), decimal(3))), '-0.666666666666666666');
  assert.equal(multiply(fromScaled(1n), fromScaled(1n)), 0n);
  assert.equal(shareOf(1001n, parseDecimal('0.37')), 370n);
  assert.equal(clamp(decimal(5), decimal(1), decimal(3)), decimal(3));
  assert.equal(ratio(1n, 4n), parseDecimal('0.25'));
});

const near = (actual: bigint, expected: number) =>
  assert.ok(Math.abs(Number(actual) / 1e18 - expected) < 1e-6, `${actual} is not ${expected}`);

test('functions agree with floating point', () => {
  for (const x of ['0', '0.1', '0.5', '1', '2.5', '7', '100', '123456']) {
    near(sqrt(parseDecimal(x)) / 1000n, Math.sqrt(Number(x)) / 1000);
    near(ln1p(parseDecimal(x)), Math.log1p(Number(x)));
  }
  for (const x of ['-50', '-8', '-1', '-0.3', '0', '0.7', '1', '3', '6']) {
    near(exp(parseDecimal(x)) / 1000n, Math.exp(Number(x)) / 1000);
    near(sigmoid(parseDecimal(x)), 1 / (1 + Math.exp(-Number(x))));
  }
  assert.equal(sigmoid(parseDecimal('0')), parseDecimal('0.5'));
  assert.equal(sigmoid(parseDecimal('3')) + sigmoid(parseDecimal('-3')), one);
});
