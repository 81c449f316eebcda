import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExecutionStoppedError, type RunOptions } from '../kernel/engine.ts';
import type { DynamicFeeTransaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { toHex } from '../primitives/hex.ts';
import { createWorldState } from '../state/world-state.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, sender, slotKey } from '../testing/evm/harness.ts';
import { dynamicFee, feeCollector, funds } from '../testing/evm/transaction-harness.ts';
import { delegationTo } from './delegation.ts';
import { call, counted, ledger, natives } from './testing/native-contracts.ts';
import { applyPlain } from './transaction/apply-plain.ts';
import { applyTransaction } from './transaction/apply-transaction.ts';

const friend = address(0xf41e9d);
const price = 10n; // base fee 7 and tip 3

/** A small state with a module, a funded sender, and plain transactions on it. */
function open() {
  const harness = createEvmHarness(natives);
  const { engine, state, block, contracts } = harness;
  harness.put(sender, { balance: funds });
  const runs = engine.openPlainRuns(block, state, feeCollector);
  const apply = (tx: Partial<DynamicFeeTransaction> = {}, options: Partial<RunOptions> = {}) => {
    const run = { natives: contracts, ...options };
    return applyPlain({ ...dynamicFee(tx), sender }, { plain: runs, block, state, run });
  };
  return { ...harness, runs, apply };
}

test('transfers stay in the engine until they are written', () => {
  const { apply, runs, state, balance } = open();
  const first = apply({ to: friend, value: 5n });
  const second = apply({ to: friend, value: 6n, nonce: 1n });
  assert.equal(state.account(sender)?.nonce, 0n);
  assert.deepEqual([first?.status, first?.gasUsed], ['success', 21_000n]);
  const fee = 21_000n * price;
  assert.deepEqual(second?.balanceChanges, [
    { address: sender, before: funds - fee - 5n, after: funds - 2n * fee - 11n },
    { address: friend, before: 5n, after: 11n },
  ]);
  runs.flush();
  assert.equal(state.account(sender)?.nonce, 2n);
  assert.deepEqual([balance(friend), balance(feeCollector)], [11n, 2n * fee]);
  assert.equal(balance(sender), funds - 2n * fee - 11n);
});

test('slots, created contracts and logs of one transaction are there for the next', () => {
  const { apply, runs, put, slot, state } = open();
  // counts in slot 0, logs, and creates a contract without code
  const code = assemble(0, 'SLOAD', 1, 'ADD', 0, 'SSTORE', 0, 0, 0, 'CREATE', 'POP', 7, 0, 0, 'LOG1');
  put(contract, { code, nonce: 1n });
  for (const nonce of [0n, 1n, 2n]) {
    const applied = apply({ nonce, gasLimit: 200_000n });
    assert.equal(applied?.status, 'success');
    assert.deepEqual(applied.logs, [{ address: contract, topics: [slotKey(7)], data: emptyBytes }]);
  }
  runs.flush();
  assert.equal(slot(contract, 0), 3n);
  assert.equal(state.account(contract)?.nonce, 4n);
});

test('a revert keeps nonce and fee; the output can be read', () => {
  const { apply, runs, put, slot, balance } = open();
  put(contract, { code: assemble(1, 1, 'SSTORE', 0xab, 0, 'MSTORE8', 1, 0, 'REVERT'), nonce: 1n });
  const applied = apply({ value: 5n });
  assert.equal(applied?.status, 'revert');
  assert.equal(toHex(runs.output()), '0xab');
  runs.flush();
  assert.equal(slot(contract, 1), 0n);
  assert.equal(balance(sender), funds - (applied?.gasUsed ?? 0n) * price);
});

test('what is not valid or not plain changes nothing, and earlier transactions stay', () => {
  const { apply, runs, put, state, balance, block, engine, contracts } = open();
  const delegated = address(0xde1e);
  const suicidal = address(0x51c1);
  put(contract, { code: assemble(1, 1, 'SSTORE', ...call('CALL', ledger)), nonce: 1n });
  put(delegated, { code: delegationTo(contract), nonce: 1n });
  // creates a contract that destroys itself
  put(suicidal, { code: assemble(0x30ff, 0, 'MSTORE', 2, 30, 0, 'CREATE'), nonce: 1n });
  assert.equal(apply({ to: friend, value: 5n })?.status, 'success');
  const next = { nonce: 1n };
  for (const tx of [
    { to: friend, nonce: 2n },
    { to: friend, nonce: 0n },
    { ...next, to: friend, value: funds },
    { ...next, to: friend, gasLimit: 20_999n },
    { ...next, to: friend, maxFeePerGas: 6n, maxPriorityFeePerGas: 1n },
    { ...next, to: undefined },
    { ...next, to: ledger },
    { ...next, to: contract },
    { ...next, to: contract },
    { ...next, to: delegated },
    { ...next, to: suicidal },
  ]) {
    assert.equal(apply(tx), undefined);
  }
  assert.equal(state.account(sender)?.nonce, 0n);
  runs.flush();
  assert.deepEqual([state.account(sender)?.nonce, balance(friend)], [1n, 5n]);
  const context = { engine, block, state, feeCollector, run: { natives: contracts } };
  assert.equal(applyTransaction({ ...dynamicFee(next), sender }, context).outcome.status, 'success');
  assert.equal(counted({ state } as ReturnType<typeof createEvmHarness>), 1n);
  assert.equal(apply({ to: friend, nonce: 2n })?.status, 'success');
});

test('only some transactions of a block are begun in vain', () => {
  const { apply, runs, put } = open();
  const toModule = [0x70de, 0x70df, 0x70e0].map(address);
  for (const each of toModule) put(each, { code: assemble(...call('CALL', ledger)), nonce: 1n });
  const attempt = (to: Address, nonce: bigint) => apply({ to, gasLimit: 6_000_000n, nonce });
  assert.equal(apply({ to: friend })?.status, 'success');
  for (const to of toModule.slice(0, 1)) assert.equal(attempt(to, 1n), undefined);
  assert.equal(apply({ to: friend, nonce: 1n })?.status, 'success');
  for (const to of toModule.slice(1)) assert.equal(attempt(to, 2n), undefined);
  assert.equal(apply({ to: friend, nonce: 2n }), undefined);
  runs.flush();
});

test('an empty account of the state that a transaction touches is left to the other way, which removes it', () => {
  const { apply, put } = open();
  put(friend, {});
  assert.equal(apply({ to: friend }), undefined);
  assert.equal(open().apply({ to: friend })?.status, 'success');
});

test('a transaction that is stopped changes nothing, and earlier ones stay', () => {
  const { apply, runs, put, state, slot } = open();
  const endless = assemble(1, 1, 'SSTORE', 'JUMPDEST', 5, 'JUMP');
  put(contract, { code: endless, nonce: 1n });
  assert.equal(apply({ to: friend, value: 5n })?.status, 'success');
  const long = { nonce: 1n, gasLimit: 10_000_000n };
  assert.throws(() => apply(long, { shouldStop: () => true }), ExecutionStoppedError);
  assert.equal(apply({ to: friend, nonce: 1n })?.status, 'success');
  runs.flush();
  assert.deepEqual([state.account(sender)?.nonce, slot(contract, 1)], [2n, 0n]);
});

test('the state must not change beneath what the engine holds', () => {
  const { apply, runs, state } = open();
  apply({ to: friend });
  state.mint(friend, 1n);
  assert.throws(() => apply({ to: friend, nonce: 1n }), /changed beneath/);
  assert.equal(createWorldState(state).balance(friend), 1n);
  runs.flush();
  assert.equal(apply({ to: friend, nonce: 1n })?.status, 'success');
});
