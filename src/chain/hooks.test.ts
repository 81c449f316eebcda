import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count } from '../kernel/codec/scalars.ts';
import type { Log } from '../kernel/engine.ts';
import { type EndBlockContext, emptyReport, type Module } from '../kernel/module.ts';
import { feeCollector } from '../kernel/module-account.ts';
import { ModuleCallError } from '../kernel/module-sdk/call.ts';
import { entryDropped, hookFailed } from '../kernel/module-sdk/hook-failed.ts';
import { parseAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { decimal, ratio } from '../primitives/decimal/decimal.ts';
import { sqrt } from '../primitives/decimal/functions.ts';
import { integerFromRlp } from '../primitives/rlp/item.ts';
import { runToEnd } from '../primitives/steps.ts';
import { weiPerQor } from '../primitives/units.ts';
import { emptyView } from '../state/empty-view.ts';
import { OriginError } from '../state/origin-state.ts';
import { InsufficientBalanceError } from '../state/types.ts';
import { createWorldState } from '../state/world-state.ts';
import { StoreError } from '../store/store-error.ts';
import { fill, floor, logger } from '../testing/chain/chain-fixture.ts';
import { anyTime } from '../testing/chain/threaded-chain.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf, signFrom, unusedAccount } from '../testing/sign-from.ts';
import { BlockThreadError } from './block-thread/block-thread-error.ts';
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
      balanceBefore: 1000n * weiPerQor,
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

test('an unfinished block has the hooks at its beginning and its transactions, and not those at its end', () => {
  const [begun, ended] = [accountOf(1), accountOf(2)];
  const module: Module = {
    name: 'payer',
    address: parseAddress(`0x${'d1'.padStart(40, '0')}`),
    beginBlock: ({ state }) => state.mint(begun, 3n),
    endBlock: ({ state }) => state.mint(ended, 4n),
  };
  const { chain, reader } = createMemoryChain(fill, { modules: [module] });
  const proposal = { miner: accountOf(3), report: emptyReport((reader.head().timestamp + 7) * 1000) };
  const candidates = [signFrom(0, { to: unusedAccount, value: 5n })];
  const { executed, changes } = chain.next.build(proposal, candidates, anyTime);
  const { header } = executed.block;
  const unfinished = runToEnd(chain.next.fillInSteps({ proposal, candidates, deadline: anyTime }));
  Object.assign(reader.states, { pending: { header, changes }, unfinished });
  const held = 1000n * weiPerQor;
  const balances = (at: 'pending' | 'unfinished' | 0) =>
    [begun, ended, unusedAccount].map((account) => reader.states.at(at)?.account(account)?.balance ?? 0n);
  assert.deepEqual(balances(0), [held, held, 0n]);
  assert.deepEqual(balances('unfinished'), [held + 3n, held, 5n]);
  assert.deepEqual(balances('pending'), [held + 3n, held + 4n, 5n]);
  const { number, parentHash, timestamp, miner, gasLimit, baseFee, prevRandao } = header;
  assert.deepEqual(unfinished.header, { number, parentHash, timestamp, miner, gasLimit, baseFee, prevRandao });
  chain.commit(chain.next.execute(proposal, []));
  assert.equal(reader.states.unfinished?.header.parentHash, reader.hashOf(0), 'its parent is still there');
  assert.deepEqual(balances('unfinished'), [held + 3n, held, 5n], 'it stays what it was');
});

test('a change of the state may change more balances than a function can have arguments', () => {
  const changes = 130_000;
  const state = createWorldState(emptyView);
  const hookChanges: BalanceChange[] = [];
  runBetweenTransactions({ state, hookChanges }, () => {
    for (let at = 0; at < changes; at++) state.mint(parseAddress(`0xee${at.toString(16).padStart(38, '0')}`), 1n);
  });
  assert.equal(hookChanges.length, changes);
});

/** Two modules with hooks: that of the first fails after it has changed state and emitted an event. */
function failing(fail: () => void, hook: 'beginBlock' | 'endBlock') {
  const [first, second] = ['d1', 'd2'].map((digits) => parseAddress(`0x${digits.padStart(40, '0')}`));
  if (first === undefined || second === undefined) throw new Error('two addresses');
  const spoil: Module['beginBlock'] = ({ state, emit }) => {
    state.mint(unusedAccount, 7n);
    emit({ address: first, topics: [], data: Uint8Array.of(1) });
    fail();
  };
  const pay: Module['beginBlock'] = ({ state }) => state.mint(unusedAccount, 2n);
  const modules: Module[] = [
    { name: 'failing', address: first, [hook]: spoil },
    { name: 'paying', address: second, [hook]: pay },
  ];
  return { first, ...createMemoryChain(fill, { modules }) };
}

const contained: Readonly<Record<string, () => void>> = {
  codec: () => count.encode(2 ** 60),
  'codec of a decoded row': () => integerFromRlp(new Uint8Array(33)),
  arithmetic: () => ratio(1n, 0n),
  'arithmetic of a fraction': () => sqrt(decimal(-1)),
  'arithmetic of numbers': () => BigInt(Number.NaN),
  fault: () => {
    throw new ModuleCallError({ code: 9, reason: 'not now' });
  },
  'fault of coins': () => {
    throw new InsufficientBalanceError(unusedAccount, 1n, 2n);
  },
};

for (const hook of ['beginBlock', 'endBlock'] as const)
  for (const [name, fail] of Object.entries(contained))
    test(`a hook that fails by ${name} is undone, and the others continue: ${hook}`, () => {
      const { first, mine, reader } = failing(fail, hook);
      const { events } = mine([]);
      const [kind = ''] = name.split(' ');
      assert.deepEqual(events, [hookFailed(first).log({ hook, kind })]);
      assert.deepEqual(reader.hookChanges(1), [{ address: unusedAccount, before: 0n, after: 2n }]);
    });

for (const [name, fail] of Object.entries(contained))
  test(`an entry of a queue that fails by ${name} is undone, and the next are settled`, () => {
    const address = parseAddress(`0x${'d1'.padStart(40, '0')}`);
    const settled: boolean[] = [];
    const endBlock: Module['endBlock'] = ({ state, emit, settle }) => {
      for (const entry of ['one', 'two', 'three']) {
        const isSettled = settle('waiting', entry, () => {
          state.mint(unusedAccount, 7n);
          emit({ address, topics: [], data: Uint8Array.of(1) });
          if (entry === 'two') fail();
        });
        settled.push(isSettled);
      }
    };
    const { mine, reader } = createMemoryChain(fill, { modules: [{ name: 'settling', address, endBlock }] });
    const { events } = mine([]);
    const [kind = ''] = name.split(' ');
    const done: Log = { address, topics: [], data: Uint8Array.of(1) };
    const dropped = entryDropped(address).log({ queue: 'waiting', entry: 'two', kind });
    assert.deepEqual(settled, [true, false, true]);
    assert.deepEqual(events, [done, dropped, done]);
    assert.deepEqual(reader.hookChanges(1), [{ address: unusedAccount, before: 0n, after: 14n }]);
  });

const fatal: Readonly<Record<string, () => void>> = {
  store: () => {
    throw new StoreError({ code: 'damaged', file: 'data.mdb', reason: 'MDB_CORRUPTED' });
  },
  origin: () => {
    throw new OriginError('the origin is away');
  },
  memory: () => void new ArrayBuffer(2 ** 53 - 1),
  'a long text': () => void 'a'.repeat(2 ** 30),
  stack: function overflow() {
    overflow();
  },
  thread: () => {
    throw new BlockThreadError('the thread died');
  },
  'a mistake in code': () => {
    throw new TypeError('undefined is not a function');
  },
};

for (const [name, fail] of Object.entries(fatal))
  test(`a hook that fails by ${name} ends the block`, () => {
    const { mine, reader } = failing(fail, 'endBlock');
    assert.throws(() => mine([]));
    assert.equal(reader.head().number, 0);
    const address = parseAddress(`0x${'d1'.padStart(40, '0')}`);
    const endBlock: Module['endBlock'] = ({ settle }) => void settle('waiting', 'one', fail);
    const settling = createMemoryChain(fill, { modules: [{ name: 'settling', address, endBlock }] });
    assert.throws(() => settling.mine([]));
    assert.equal(settling.reader.head().number, 0);
  });
