import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../../consensus/building/clock.ts';
import { inBlockThread, withoutLong } from '../../consensus/building/long-transactions.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { endEarly } from '../../primitives/steps.ts';
import { anyTime, openThreadedChain } from '../../testing/chain/threaded-chain.ts';
import { unreadable } from '../../testing/chain/unreadable.ts';
import { assemble as assembleParts } from '../../testing/evm/assemble.ts';
import { endlessLoop } from '../../testing/evm/evm-loops.ts';
import { signFrom } from '../../testing/sign-from.ts';

const cap = 10n ** 13n;

const endless = (account: number, gasLimit: bigint, nonce = 0n) =>
  signFrom(account, { nonce, cap, to: undefined, value: 0n, gasLimit, data: endlessLoop([], [1, 'POP']) });

/** Reads another slot each time, and so fills the heap of the thread. */
const hungry = (account: number, gasLimit: bigint) =>
  signFrom(account, { cap, to: undefined, value: 0n, gasLimit, data: endlessLoop([], ['GAS', 'SLOAD', 'POP']) });

test('a long transaction leaves the event loop free, and its block has it', { timeout: 600_000 }, async (t) => {
  const { chain, thread, build, execute } = openThreadedChain(t);
  const long = inBlockThread(systemClock, thread);
  let turns = 0;
  const counter = setInterval(() => turns++, 1);
  t.after(() => clearInterval(counter));
  const transactions = [signFrom(2, { cap }), endless(1, 90_000_000n), signFrom(2, { nonce: 1n, cap })];
  const { executed, rejected } = await build(transactions, long);
  assert.ok(turns >= 20, `${turns} turns of the event loop`);
  assert.deepEqual(rejected, []);
  assert.deepEqual(executed.block.transactions, transactions);
  assert.equal(executed.block.header.gasUsed, 90_042_000n);
  chain.commit(executed);
  const again = await execute([endless(1, 5_000_000n, 1n), endless(2, 5_000_000n, 2n)], long);
  assert.equal(again.block.header.gasUsed, 10_000_000n, 'on the state of the new head');
});

test('a transaction with many logs is executed in the thread, however fast it is, and its logs are whole', {
  timeout: 600_000,
}, async (t) => {
  const [here, there] = [openThreadedChain(t), openThreadedChain(t)];
  const emit = assembleParts('JUMPDEST', 'GAS', 0, 0, 'LOG1', 40_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');
  const many = signFrom(1, { cap, to: undefined, value: 0n, gasLimit: 20_000_000n, data: emit });
  const transactions = [many, signFrom(2, { cap })];
  const { mock } = t.mock.method(there.thread, 'execute');
  const long = inBlockThread({ elapsed: () => 0 }, there.thread);
  const [one, other] = [await here.execute(transactions), await there.execute(transactions, long)];
  assert.equal(mock.callCount(), 1, 'not the transfer');
  assert.ok((one.receipts[0]?.logs.length ?? 0) > 20_000);
  assert.deepEqual(other, one);
});

test('a block that is only looked at leaves out what takes long', (t) => {
  const { chain, proposal } = openThreadedChain(t);
  const transactions = [endless(1, 90_000_000n), signFrom(2, { cap })];
  const { executed, rejected } = chain.next.build(proposal(), transactions, anyTime, withoutLong(systemClock));
  assert.deepEqual(executed.block.transactions, [transactions[1]]);
  assert.deepEqual(rejected, []);
});

test('a block that is given up ends its own transaction in the thread, and no other', {
  timeout: 600_000,
}, async (t) => {
  const { thread, build, chain, proposal } = openThreadedChain(t);
  const long = inBlockThread(systemClock, thread);
  const begin = () => {
    const steps = chain.next.buildInSteps(proposal(), [endless(1, 90_000_000n)], anyTime, long);
    let step = steps.next();
    while (step.done !== true && !(step.value instanceof Promise)) step = steps.next();
    assert.ok(step.value instanceof Promise, 'it takes long');
    return { giveUp: () => endEarly(steps), waiting: step.value };
  };
  const [running, queued] = [begin(), begin()];
  const behind = build([endless(1, 90_000_000n)], long);
  queued.giveUp();
  running.giveUp();
  assert.equal((await behind).executed.block.header.gasUsed, 90_000_000n);
  const sent = begin();
  await nextTurn();
  sent.giveUp();
  assert.equal((await build([endless(1, 90_000_000n)], long)).executed.block.header.gasUsed, 90_000_000n);
  const done = begin();
  await done.waiting;
  const after = build([endless(1, 90_000_000n)], long);
  await nextTurn(); // it has been sent
  done.giveUp();
  const { executed, rejected } = await after;
  assert.equal(executed.block.header.gasUsed, 90_000_000n);
  assert.deepEqual(rejected, []);
});

test('a thread that dies is started again once, then the transaction fails and the block continues without it', {
  timeout: 600_000,
}, async (t) => {
  const { build, thread, restarts } = openThreadedChain(t, { memory: 1 });
  const other = signFrom(2, { cap });
  const { executed, rejected } = await build([hungry(1, 90_000_000n), other], inBlockThread(systemClock, thread));
  assert.deepEqual(executed.block.transactions, [other]);
  assert.equal(restarts.length, 1);
  assert.match(String(rejected[0]?.error), /BlockThreadError: .*consensus\.block-thread-memory, 1 MB/);
});

test('a result that cannot be read ends the thread, and its work is done elsewhere', {
  timeout: 600_000,
}, async (t) => {
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { unreadable } from ${JSON.stringify(new URL('../../testing/chain/unreadable.js', import.meta.url).href)};
    Atomics.store(workerData.nativeCalls, 0, 0);
    parentPort.on('message', () => parentPort.postMessage({ type: 'executed', result: unreadable() }));`;
  const program = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const { build, thread, restarts } = openThreadedChain(t, { program });
  const other = signFrom(2, { cap });
  const { executed, rejected } = await build([endless(1, 90_000_000n), other], inBlockThread(systemClock, thread));
  assert.deepEqual(executed.block.transactions, [other]);
  assert.equal(restarts.length, 1);
  assert.equal(String(rejected[0]?.error), 'BlockThreadError: the block thread has ended');
});

test('work that cannot be read or sent is not executed, and the next is', { timeout: 600_000 }, async (t) => {
  const { thread, build, restarts } = openThreadedChain(t);
  const long = inBlockThread(systemClock, thread);
  const execute = thread.execute;
  const errors: string[] = [];
  for (const extra of [unreadable(), () => {}]) {
    const { mock } = t.mock.method(thread, 'execute', (block: Parameters<typeof execute>[0], tx: Transaction) => {
      return execute.call(thread, { ...block, environment: Object.assign({ extra }, block.environment) }, tx);
    });
    const { executed, rejected } = await build([endless(1, 90_000_000n), signFrom(2, { cap })], long);
    assert.equal(executed.block.transactions.length, 1);
    errors.push(String(rejected[0]?.error));
    mock.restore();
  }
  const reasons = ['the block thread has ended', 'the block thread cannot be sent its work'];
  assert.deepEqual(
    errors,
    reasons.map((reason) => `BlockThreadError: ${reason}`),
  );
  assert.equal(restarts.length, 1, 'what cannot be sent is not sent again');
  const { executed } = await build([endless(1, 20_000_000n)], long);
  assert.equal(executed.block.header.gasUsed, 20_000_000n);
});

test('a decided block that cannot be executed is an error, and nothing of it is kept', {
  timeout: 600_000,
}, async (t) => {
  const { execute, thread, chain } = openThreadedChain(t, { memory: 1 });
  const { hash } = chain.reader.head();
  const executed = execute([signFrom(2, { cap }), hungry(1, 90_000_000n)], inBlockThread(systemClock, thread));
  await assert.rejects(executed, { name: 'BlockThreadError' });
  assert.equal(chain.reader.head().hash, hash);
});
