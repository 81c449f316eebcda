import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextBaseFee } from './base-fee.ts';

const gasLimit = 100_000_000n;
const floor = 10n ** 11n;
const next = (gasUsed: bigint, baseFee: bigint) => nextBaseFee({ gasUsed, gasLimit, baseFee }, { baseFeeFloor: floor });

test('a block at its target does not change the base fee', () => {
  assert.equal(next(50_000_000n, 3n * floor), 3n * floor);
});

test('a full block raises the base fee by an eighth, an empty one lowers it by an eighth', () => {
  assert.equal(next(gasLimit, 8n * floor), 9n * floor);
  assert.equal(next(0n, 8n * floor), 7n * floor);
});

test('the base fee never falls below the floor', () => {
  assert.equal(next(0n, floor), floor);
  assert.equal(next(0n, floor + 1n), floor);
});

test('gas just above the target raises the base fee', () => {
  assert.equal(nextBaseFee({ gasUsed: 51n, gasLimit: 100n, baseFee: 7n }, { baseFeeFloor: 0n }), 8n);
});

test('a block with a gas limit below two does not change the base fee', () => {
  for (const limit of [0n, 1n]) {
    assert.equal(
      nextBaseFee({ gasUsed: 0n, gasLimit: limit, baseFee: 3n * floor }, { baseFeeFloor: floor }),
      3n * floor,
    );
  }
});

test('the steps of EIP-1559 on Ethereum mainnet: blocks 12965000 and 12965001', () => {
  const london = { gasUsed: 30_025_257n, gasLimit: 30_029_122n, baseFee: 1_000_000_000n };
  assert.equal(nextBaseFee(london, { baseFeeFloor: 0n }), 1_124_967_822n);
});
