import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from '../kernel/engine.ts';
import type { EndBlockContext, Module } from '../kernel/module.ts';
import { feeCollector } from '../kernel/module-account.ts';
import { parseAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { weiPerQor } from '../primitives/units.ts';
import { emptyView } from '../state/empty-view.ts';
import { createWorldState } from '../state/world-state.ts';
import { fill, floor, logger } from '../testing/chain-fixture.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf, signFrom, unusedAccount } from '../testing/sign-from.ts';
import { runBetweenTransactions } from './hooks.ts';
import type { BalanceChange } from './types.ts';

test('hooks run around the transactions in the order of the modules, and their events are stored with the block', () => {
  const trace: string[] = [];
  let seen: EndBlockContext | undefined;
  const event: Log = { address: logger, topics: [], data: Uint8Array.of(9) };
  const hook = (name: string, address: string): Module => ({
    name,
    address: parseAddress(`0x${address.padStart(40, '0')}`),
    beginBlock: ({ state }) => void trace.push(`begin ${name} ${state.balance(unusedAccount)}`),
    endBlock: (context) => {
      trace.push(`end ${name} ${context.state.balance(unusedAccount)}`);
      context.emit(event);
      seen = context;
    },
  });
  const { mine, reader } = createMemoryChain(fill, { modules: [hook('one', 'd1'), hook('two', 'd2')] });
  const tx = signFrom(0, { value: 5n });
  const { events, receipts } = mine([tx]);
  assert.deepEqual(trace, ['begin one 0', 'begin two 0', 'end one 5', 'end two 5']);
  assert.deepEqual(events, [event, event]);
  assert.deepEqual(reader.events(1), [event, event]);
  assert.equal(receipts[0]?.logs.length, 0);
  assert.deepEqual(seen?.transactions, [
    {
      sender: accountOf(0),
      to: unusedAccount,
      value: 5n,
      data: emptyBytes,
      size: tx.raw.length,
      succeeded: true,
      gasUsed: 21_000n,
      gasPrice: floor + 1n,
      isHybrid: false,
    },
  ]);
});

test('balance changes of hooks are stored with the block, and no others', () => {
  const [paid, spent] = [accountOf(1), accountOf(2)];
  const module: Module = {
    name: 'payer',
    address: parseAddress(`0x${'d1'.padStart(40, '0')}`),
    beginBlock: ({ state }) => state.mint(paid, 3n),
    endBlock: ({ state }) => {
      state.burn(spent, 4n);
      state.transfer(feeCollector, paid, state.balance(feeCollector));
      state.transfer(paid, unusedAccount, 1n);
      state.transfer(unusedAccount, paid, 1n);
    },
  };
  const { mine, reader } = createMemoryChain(fill, { modules: [module] });
  const held = 1000n * weiPerQor;
  const { receipts, hookChanges } = mine([signFrom(0, { value: 5n })]);
  const fee = (receipts[0]?.gasUsed ?? 0n) * (receipts[0]?.effectiveGasPrice ?? 0n);
  const atEnd = [
    { address: paid, before: held + 3n, after: held + 3n + fee },
    { address: spent, before: held, after: held - 4n },
  ].sort((left, right) => (left.address < right.address ? -1 : 1));
  assert.deepEqual(hookChanges, [{ address: paid, before: held, after: held + 3n }, ...atEnd]);
  assert.deepEqual(reader.hookChanges(1), hookChanges);
  assert.deepEqual(reader.hookChanges(0), []);
  assert.equal(reader.hookChanges(2), undefined);
});

test('a change of the state may change more balances than a function can have arguments', () => {
  const count = 130_000;
  const state = createWorldState(emptyView);
  const hookChanges: BalanceChange[] = [];
  runBetweenTransactions({ state, hookChanges }, () => {
    for (let at = 0; at < count; at++) state.mint(parseAddress(`0xee${at.toString(16).padStart(38, '0')}`), 1n);
  });
  assert.equal(hookChanges.length, count);
});
