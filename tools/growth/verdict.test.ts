import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Measured, verdictOf } from './verdict.ts';

const measured = (kind: Measured['kind'], ...costs: Measured['costs']): Measured => ({
  ...{ subject: 'something', kind, costs },
});

test('what takes up to twice as long, and noise beside it, does not grow', () => {
  assert.equal(verdictOf(measured('call', { ms: 1 }, { ms: 1.2 }, { ms: 2.5 })), 'flat');
  assert.equal(verdictOf(measured('call', { ms: 1 }, { ms: 1.2 }, { ms: 2.51 })), 'grows');
  assert.equal(verdictOf(measured('block', { ms: 1 }, { ms: 1.2 }, { ms: 6 })), 'flat');
  assert.equal(verdictOf(measured('block', { ms: 1 }, { ms: 1.2 }, { ms: 6.1 })), 'grows');
});

test('more rows grow, however fast they are read', () => {
  assert.equal(verdictOf(measured('method', { ms: 1, rows: 10 }, { ms: 1, rows: 20 }, { ms: 1, rows: 36 })), 'flat');
  assert.equal(verdictOf(measured('method', { ms: 1, rows: 10 }, { ms: 1, rows: 20 }, { ms: 1, rows: 37 })), 'grows');
  assert.equal(verdictOf(measured('list', { ms: 1, rows: 10 }, { ms: 1, rows: 20 }, { ms: 1, rows: 37 })), 'list');
});

test('gas pays for work of a call at the rate of blocks', () => {
  const price = 20_000 * 10;
  const costs = (gas: number) =>
    [
      { ms: 1, gas: 0 },
      { ms: 5, gas: 0 },
      { ms: 12.5, gas },
    ] as const;
  assert.equal(verdictOf(measured('call', ...costs(price))), 'paid');
  assert.equal(verdictOf(measured('call', ...costs(price - 1))), 'grows');
});
