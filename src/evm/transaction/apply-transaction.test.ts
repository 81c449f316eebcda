import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArithmeticError } from '../../primitives/arithmetic-error.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { parseHash } from '../../primitives/hash.ts';
import { assemble } from '../../testing/evm/assemble.ts';
import { address, contract, sender, slotKey } from '../../testing/evm/harness.ts';
import { createTransactionHarness, dynamicFee, feeCollector, funds } from '../../testing/evm/transaction-harness.ts';
import { applyTransaction } from './apply-transaction.ts';

const friend = address(0xf41e9d);
const price = 10n; // base fee 7 and tip 3

test('a transfer moves the value, counts the nonce and pays base fee and tip into the collector', () => {
  const harness = createTransactionHarness();
  const applied = harness.apply({ to: friend, value: 5n });
  assert.equal(applied.outcome.status, 'success');
  assert.equal(applied.gasUsed, 21_000n);
  assert.equal(applied.effectiveGasPrice, price);
  assert.equal(applied.contractAddress, undefined);
  assert.equal(harness.balance(friend), 5n);
  assert.equal(harness.balance(feeCollector), 21_000n * price);
  assert.equal(harness.balance(sender), funds - 5n - 21_000n * price);
  assert.equal(harness.state.account(sender)?.nonce, 1n);
});

test('the fee cap bounds the price; a legacy transaction pays what it says', () => {
  const harness = createTransactionHarness();
  assert.equal(harness.apply({ to: friend, maxFeePerGas: 8n }).effectiveGasPrice, 8n);
  const legacy = { type: 0 as const, chainId: undefined, gasPrice: 15n, nonce: 1n, gasLimit: 21_000n };
  const rest = { sender, to: friend, value: 0n, data: emptyBytes };
  assert.equal(applyTransaction({ ...legacy, ...rest }, harness.context).effectiveGasPrice, 15n);
});

test('a revert keeps the nonce and the fee of the gas used, and gives the rest back', () => {
  const harness = createTransactionHarness();
  harness.put(contract, { code: assemble(1, 1, 'SSTORE', 0, 0, 'REVERT'), nonce: 1n });
  const { outcome, gasUsed } = harness.apply({ value: 5n });
  assert.equal(outcome.status, 'revert');
  assert.equal(gasUsed, 21_000n + 22_100n + 12n);
  assert.equal(harness.slot(contract, 1), 0n);
  assert.equal(harness.balance(sender), funds - gasUsed * price);
  assert.equal(harness.state.account(sender)?.nonce, 1n);
});

test('an exceptional halt uses all the gas', () => {
  const harness = createTransactionHarness();
  harness.put(contract, { code: assemble('INVALID'), nonce: 1n });
  const { outcome, gasUsed } = harness.apply();
  assert.equal(outcome.halt, 'invalid opcode');
  assert.equal(gasUsed, 100_000n);
  assert.equal(harness.balance(feeCollector), 100_000n * price);
});

test('a transaction that state and message make impossible costs all its gas; other errors are thrown', () => {
  const failing = (error: Error) => {
    const harness = createTransactionHarness();
    const run = () => {
      throw error;
    };
    const context = { ...harness.context, engine: { ...harness.context.engine, run } };
    return {
      harness,
      apply: (to: typeof friend | undefined) => applyTransaction({ ...dynamicFee({ to }), sender }, context),
    };
  };
  for (const to of [friend, undefined]) {
    const { harness, apply } = failing(new ArithmeticError('less than is taken'));
    const { outcome, gasUsed } = apply(to);
    assert.deepEqual([outcome.status, gasUsed], ['halt', 100_000n]);
    assert.equal(harness.balance(feeCollector), 100_000n * price);
    assert.equal(harness.state.account(sender)?.nonce, 1n);
  }
  assert.throws(() => failing(new TypeError('a fault of this process')).apply(friend), TypeError);
});

test('at most a fifth of the gas in use is refunded (EIP-3529)', () => {
  const harness = createTransactionHarness();
  harness.put(contract, { code: assemble(0, 1, 'SSTORE'), nonce: 1n, storage: { 1: 5n } });
  const one = harness.apply();
  assert.equal(one.peakGas, 26_006n);
  assert.equal(one.gasUsed, 26_006n - 4_800n);
  harness.put(contract, { code: assemble(0, 1, 'SSTORE', 0, 2, 'SSTORE'), nonce: 1n, storage: { 1: 5n, 2: 5n } });
  const two = harness.apply({ nonce: 1n });
  assert.equal(two.peakGas, 31_012n);
  assert.equal(two.gasUsed, 31_012n - 31_012n / 5n);
});

test('data has a floor price since Prague (EIP-7623), which refunds do not lower', () => {
  const data = new Uint8Array(1_000).fill(1);
  const gasUsed = (fork: 'cancun' | 'osaka') => createTransactionHarness({ fork }).apply({ to: friend, data }).gasUsed;
  assert.equal(gasUsed('cancun'), 37_000n);
  assert.equal(gasUsed('osaka'), 61_000n);
});

test('a creation leaves a contract at the address of the old nonce; a failed one names it all the same', () => {
  const harness = createTransactionHarness();
  const created = harness.apply({ to: undefined, data: assemble(0, 0, 'RETURN') });
  assert.equal(created.outcome.status, 'success');
  assert.equal(harness.state.account(created.contractAddress ?? friend)?.nonce, 1n);
  assert.equal(harness.state.account(sender)?.nonce, 1n);
  const failed = harness.apply({ to: undefined, nonce: 1n, data: assemble(0, 0, 'REVERT') });
  assert.equal(failed.outcome.status, 'revert');
  assert.notEqual(failed.contractAddress, created.contractAddress);
  assert.equal(harness.state.account(failed.contractAddress ?? friend), undefined);
  assert.equal(harness.state.account(sender)?.nonce, 2n);
});

test('what is on the access list is paid for and warm (EIP-2930)', () => {
  const gasUsed = (keys: readonly number[]) => {
    const harness = createTransactionHarness();
    harness.put(contract, { code: assemble(1, 'SLOAD'), nonce: 1n });
    const storageKeys = keys.map((key) => parseHash(slotKey(key)));
    return harness.apply({ accessList: [{ address: contract, storageKeys }] }).gasUsed;
  };
  assert.equal(gasUsed([]), 21_000n + 2_400n + 3n + 2_100n);
  assert.equal(gasUsed([1]), 21_000n + 2_400n + 1_900n + 3n + 100n);
});

test('the supply is unchanged', () => {
  const harness = createTransactionHarness();
  harness.put(contract, { code: assemble(0, 0, 0, 0, 'CALLVALUE', BigInt(friend), 'GAS', 'CALL'), nonce: 1n });
  harness.apply({ value: 1_000n });
  assert.equal(harness.balance(friend), 1_000n);
  const holders = [sender, contract, friend, feeCollector];
  assert.equal(
    holders.reduce((sum, holder) => sum + harness.balance(holder), 0n),
    funds,
  );
});

test('wei that a contract destroys with itself are counted as burned (EIP-6780)', () => {
  const harness = createTransactionHarness();
  const { outcome } = harness.apply({ to: undefined, value: 5n, data: assemble('ADDRESS', 'SELFDESTRUCT') });
  assert.equal(outcome.status, 'success');
  assert.equal(harness.state.burned, 5n);
  assert.equal(harness.balance(sender) + harness.balance(feeCollector), funds - 5n);
});
