import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExecutionStoppedError, type RunOptions } from '../kernel/engine.ts';
import type { DynamicFeeTransaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { parseHash } from '../primitives/hash.ts';
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
  const applyAll = (
    txs: readonly Partial<DynamicFeeTransaction>[],
    options: Partial<RunOptions> = {},
    gas = block.gasLimit,
  ) => {
    const sent = txs.map((tx) => ({ ...dynamicFee(tx), sender }));
    return applyPlain(sent, gas, { plain: runs, block, state, run: { natives: contracts, ...options } });
  };
  const apply = (tx: Partial<DynamicFeeTransaction> = {}, options: Partial<RunOptions> = {}) =>
    applyAll([tx], options)[0];
  return { ...harness, runs, apply, applyAll };
}

/** Transfers with nonces from 0 on, with other fields for some. */
function transfers(count: number, others: Readonly<Record<number, Partial<DynamicFeeTransaction>>> = {}) {
  return Array.from({ length: count }, (_, i) => ({ to: friend, value: 5n, nonce: BigInt(i), ...others[i] }));
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

test('transactions that are executed together have the outcomes that each would have alone', () => {
  const code = assemble(0, 'SLOAD', 1, 'ADD', 0, 'SSTORE', 0, 'SLOAD', 0, 0, 'LOG1', 'CALLVALUE', 0, 'MSTORE');
  const failing = address(0xfa11);
  const list = [{ address: contract, storageKeys: [parseHash(slotKey(0))] }];
  const toContract = { to: contract, gasLimit: 200_000n };
  const txs = transfers(7, {
    1: { ...toContract, value: 6n },
    2: { to: failing, gasLimit: 100_000n },
    3: { ...toContract, accessList: list },
    4: { ...toContract, maxPriorityFeePerGas: 1n, data: new Uint8Array(100).fill(7) },
    6: { to: address(0x12e9), value: 0n }, // touches an account that is not there
  });
  const run = (inTurn: boolean) => {
    const { apply, applyAll, runs, put, state, slot, balance } = open();
    put(contract, { code, nonce: 1n });
    put(failing, { code: assemble(1, 1, 'SSTORE', 0, 0, 'LOG0', 0, 0, 'REVERT'), nonce: 1n });
    const outcomes = inTurn ? txs.map((tx) => apply(tx)) : applyAll(txs);
    runs.flush();
    return { outcomes, account: state.account(sender), counter: slot(contract, 0), fees: balance(feeCollector) };
  };
  const together = run(false);
  assert.deepEqual(together, run(true));
  assert.equal(together.outcomes.length, 7);
  assert.deepEqual([together.counter, together.account?.nonce], [3n, 7n]);
  const topics = together.outcomes.map((outcome) => outcome?.logs.map((log) => log.topics[0]));
  assert.deepEqual(topics, [[], [slotKey(1)], [], [slotKey(2)], [slotKey(3)], [], []]);
});

test('transactions together end before the first that is not plain, not valid, or has no room', () => {
  const suicidal = address(0x51c1);
  const count = (other: Partial<DynamicFeeTransaction>, gas?: bigint) => {
    const { applyAll, runs, put, state } = open();
    put(contract, { code: assemble(1, 1, 'SSTORE', ...call('CALL', ledger)), nonce: 1n });
    put(suicidal, { code: assemble(0x30ff, 0, 'MSTORE', 2, 30, 0, 'CREATE'), nonce: 1n });
    const executed = applyAll(transfers(6, { 3: other }), {}, gas).length;
    runs.flush();
    assert.equal(state.account(sender)?.nonce, BigInt(executed));
    return executed;
  };
  assert.equal(count({}), 6);
  assert.equal(count({ nonce: 2n }), 3);
  assert.equal(count({ nonce: 4n }), 3);
  assert.equal(count({ value: funds }), 3);
  assert.equal(count({ to: undefined }), 3);
  assert.equal(count({ to: ledger }), 3);
  assert.equal(count({ to: contract, gasLimit: 100_000n }), 3);
  assert.equal(count({ to: suicidal, gasLimit: 200_000n }), 3);
  const { gasLimit } = dynamicFee({});
  assert.equal(count({}, 4n * 21_000n + gasLimit), 5, 'what the earlier ones have left counts');
  assert.equal(count({ gasLimit: 4_000_000n }, 4_000_000n), 3);
  assert.equal(count({ to: friend, data: new Uint8Array(2 ** 21 + 1), gasLimit: 90_000_000n }), 3, 'a long input');
});

test('an empty account of the state ends transactions together where it is touched', () => {
  const { applyAll, runs, put, state } = open();
  put(contract, {});
  assert.equal(applyAll(transfers(4, { 2: { to: contract, value: 0n } })).length, 2);
  runs.flush();
  assert.equal(state.account(sender)?.nonce, 2n);
});

test('an error of a later transaction is thrown when it comes first', () => {
  const { applyAll, runs, put, state } = open();
  put(contract, { code: assemble('JUMPDEST', 0, 'JUMP'), nonce: 1n });
  const txs = transfers(3, { 1: { to: contract, gasLimit: 10_000_000n } });
  const stops = { shouldStop: () => true };
  assert.equal(applyAll(txs, stops).length, 1);
  assert.throws(() => applyAll(txs.slice(1), stops), ExecutionStoppedError);
  runs.flush();
  assert.equal(state.account(sender)?.nonce, 1n);
});

test('many logs end transactions together', () => {
  const { applyAll, put } = open();
  put(contract, { code: assemble(0x2000, 0, 'LOG0'), nonce: 1n });
  const txs = transfers(4).map((tx) => ({ ...tx, to: contract, gasLimit: 200_000n }));
  assert.equal(applyAll(txs, { maxLogBytes: 0x5000 }).length, 2);
  assert.throws(
    () =>
      applyAll(
        transfers(3).map((tx) => ({ ...tx, nonce: tx.nonce + 2n, to: contract, gasLimit: 200_000n })),
        { maxLogBytes: 0x1000 },
      ),
    ExecutionStoppedError,
  );
});

test('only so many transactions are executed together', () => {
  const { applyAll, runs, balance } = open();
  const txs = transfers(100);
  const first = applyAll(txs).length;
  assert.equal(first, 64);
  assert.equal(applyAll(txs.slice(first)).length, 36);
  runs.flush();
  assert.equal(balance(friend), 500n);
});
