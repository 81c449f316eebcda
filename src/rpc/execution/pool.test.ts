import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Faults } from '../../primitives/faults.ts';
import type { JsonText } from '../../primitives/json-text.ts';
import { Threads } from '../../primitives/threads.ts';
import { NoThreads } from '../../testing/chain/no-threads.ts';
import { unreadable } from '../../testing/chain/unreadable.ts';
import { testLimits } from '../../testing/evm-interface.ts';
import {
  allocatingExecution,
  crashingExecution,
  crashingOnceExecution,
  hangingExecution,
  losingOnceExecution,
  repeatingExecution,
  waitingExecution,
} from '../../testing/executions/kinds.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { LongText } from '../json-value.ts';
import { latest } from '../params/block-ref.ts';
import { RpcError } from '../rpc-error.ts';
import { callExecution } from './call-executions.ts';
import type { Caller } from './job.ts';
import { ExecutionPool, type PoolOptions } from './pool.ts';

const program = new URL('../../testing/executions/worker.js', import.meta.url);

function callerOf(network: string): Caller & { leave(): void } {
  const controller = new AbortController();
  return { client: { address: network, network }, signal: controller.signal, leave: () => controller.abort() };
}
const caller = callerOf('10.0.0.1');
const hello = { text: 'hello', count: 1 };

/** A pool on the home of a development node that makes blocks on request. */
async function start(t: TestContext, options: Partial<PoolOptions> = {}) {
  const { node, home } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const chain = node.chain.reader;
  const limits = { ...testLimits, evmTimeoutMs: 60_000 };
  const fixed = {
    starter: new Threads(new Faults()),
    program,
    chain,
    dataFolder: join(home, 'data'),
    known: node.chain.known,
    limits,
    heapMegabytes: 64,
    overrides: {},
  };
  const pool = new ExecutionPool({ ...fixed, threads: 1, maxWaiting: 3, graceMs: 300, ...options });
  t.after(() => pool.close());
  const { development } = node.control;
  assert.ok(development);
  return { pool, chain, home, development };
}

const textOf = (result: JsonText | LongText) => writeJson(result);

/** The threads of a system that gives so many and no more. */
class LimitedThreads extends Threads {
  #left: number;

  constructor(count: number) {
    super(new Faults());
    this.#left = count;
  }

  protected override create(...args: Parameters<Threads['create']>): ReturnType<Threads['create']> {
    if (this.#left-- <= 0) throw new Error('Worker initialization failure: EAGAIN');
    return super.create(...args);
  }
}

test('a thread that ends is replaced, and its execution is repeated once', async (t) => {
  const { pool, home } = await start(t);
  const file = join(home, 'was-here');
  assert.equal(textOf(await pool.run(crashingOnceExecution, { file }, caller)), '"repeated"');
  await assert.rejects(pool.run(crashingExecution, {}, caller), { code: -32000, message: /^two threads have ended/ });
  assert.equal(textOf(await pool.run(repeatingExecution, hello, caller)), '["hello"]');
});

test('a message that cannot be read ends its thread, on both sides, and no result lacks a part', async (t) => {
  const { pool, home } = await start(t);
  const file = join(home, 'was-here');
  assert.equal(textOf(await pool.run(losingOnceExecution, { file }, caller)), '"repeated"');
  const lost = { ...hello, extra: unreadable() };
  await assert.rejects(pool.run(repeatingExecution, lost, caller), { message: /^two threads have ended/ });
  assert.equal(textOf(await pool.run(repeatingExecution, hello, caller)), '["hello"]');
});

test('an execution that does not respond or needs too much memory is ended, with an error that says so', async (t) => {
  const { pool } = await start(t);
  const timeout = { code: -32000, message: 'execution aborted (timeout = 0.2s)' };
  const memory = { code: -32005, message: 'the execution needs more memory than json-rpc.execution-memory (64 MB)' };
  await assert.rejects(pool.run(hangingExecution, {}, caller), timeout);
  await assert.rejects(pool.run(allocatingExecution, {}, caller), memory);
  assert.equal(textOf(await pool.run(repeatingExecution, hello, caller)), '["hello"]');
});

test('a client that leaves ends its running and waiting executions', async (t) => {
  const { pool } = await start(t);
  const leaving = callerOf('10.0.0.2');
  const spinning = Promise.allSettled(Array.from({ length: 4 }, () => pool.run(waitingExecution, {}, leaving)));
  const done = pool.run(repeatingExecution, hello, caller);
  leaving.leave();
  assert.equal(textOf(await done), '["hello"]');
  for (const outcome of await spinning) {
    assert.ok(outcome.status === 'rejected');
    assert.equal((outcome.reason as Error).message, 'the client has closed the connection');
  }
  assert.throws(() => pool.run(waitingExecution, {}, leaving), RpcError);
});

test('endless executions delay nobody, and when the queue is full the error names the limit', async (t) => {
  const { pool } = await start(t);
  const flood = callerOf('10.0.0.2');
  const spinning = Array.from({ length: 6 }, () => pool.run(waitingExecution, {}, flood));
  const outcomes = Promise.allSettled(spinning);
  await assert.rejects(spinning[5] ?? assert.fail(), {
    code: -32005,
    message: 'too many executions are waiting: json-rpc.max-waiting-calls is 3',
  });
  assert.equal(textOf(await pool.run(repeatingExecution, hello, caller)), '["hello"]');
  flood.leave();
  assert.ok((await outcomes).every(({ status }) => status === 'rejected'));
});

test('what runs, waits or comes when the pool is closed gets an error', { timeout: 600_000 }, async (t) => {
  const { pool } = await start(t);
  const ended = { code: -32000, message: 'the network that this was executed on has ended: ask again' };
  const outcomes = [1, 2, 3, 4].map(() => assert.rejects(pool.run(waitingExecution, {}, caller), ended));
  await until(() => pool.isReady, 'a thread');
  const closed = pool.close();
  await assert.rejects(async () => pool.run(repeatingExecution, hello, caller), ended);
  await Promise.all([...outcomes, closed]);
  assert.equal(pool.threadCount, 0);
});

test('idle threads end', async (t) => {
  const { pool } = await start(t, { starter: new Threads(new Faults(), 50) });
  await pool.run(repeatingExecution, hello, caller);
  assert.equal(pool.threadCount, 1);
  await until(() => pool.threadCount === 0, 'the end of the thread');
  assert.equal(textOf(await pool.run(repeatingExecution, hello, caller)), '["hello"]');
});

test('a long result arrives in parts and is complete', async (t) => {
  const { pool } = await start(t);
  const text = 'Ωmega "𝄞"\n';
  const result = await pool.run(repeatingExecution, { text, count: 20_000 }, caller);
  assert.ok(result instanceof LongText);
  const parts = [...result.parts()];
  assert.ok(parts.every((part) => part.length < 200_000 && Buffer.byteLength(part) === part.length));
  assert.equal(parts.join('').length, result.length);
  assert.deepEqual(
    JSON.parse(parts.join('')),
    Array.from({ length: 20_000 }, () => text),
  );
});

test('an execution reads the requested block, and fails when that was rewound', async (t) => {
  const { pool, chain, development } = await start(t);
  // NUMBER PUSH0 MSTORE PUSH1 20 PUSH0 RETURN, as a creation that returns what it would deploy
  const data = Uint8Array.of(0x43, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3);
  const call = { data, isAmbiguous: false };
  const request = { call, block: latest, stateOverrides: new Map(), blockOverrides: {} };
  const number = async () => Number(JSON.parse(textOf(await pool.run(callExecution, request, caller))));
  assert.equal(await number(), 0);
  await development.exclusively(({ mine }) => mine());
  assert.equal(await number(), 1);
  const first = number();
  await development.exclusively(({ mine }) => mine());
  assert.deepEqual([await number(), await first], [2, 1]);
  const spinner = callerOf('10.0.0.2');
  const spinning = [0, 1].map(() => pool.run(waitingExecution, {}, spinner).catch(() => {}));
  const asked = number(); // waits until a spinner has made room
  await development.exclusively(({ rewind }) => rewind(1));
  await assert.rejects(asked, { code: -32000, message: /^block 2 is no longer part of the chain/ });
  spinner.leave();
  await Promise.all(spinning);
  assert.equal(await number(), 1);
  assert.equal(chain.head().number, 1);
});

test('when the system gives no thread, an execution is rejected, and runs once there is one', async (t) => {
  const faults = new Faults();
  const { pool } = await start(t, { starter: new NoThreads(faults) });
  pool.prepare();
  const rejection = { code: -32000, message: /cannot start a thread/ };
  for (let count = 0; count < 3; count++) await assert.rejects(pool.run(repeatingExecution, hello, caller), rejection);
  assert.deepEqual([pool.threadCount, pool.queueLength], [0, 0]);
  assert.deepEqual([...faults.counts], [['thread of executions', 1]]);
});

test('executions wait for the threads that run when there is no further one, and are rejected when those end', async (t) => {
  const threads = new LimitedThreads(1);
  const { pool } = await start(t, { starter: threads, threads: 2, maxWaiting: 9 });
  const several = Array.from({ length: 4 }, () => pool.run(repeatingExecution, hello, caller));
  for (const result of await Promise.all(several)) assert.equal(textOf(result), '["hello"]');
  assert.equal(pool.threadCount, 1);
  const lost = [crashingExecution, repeatingExecution, repeatingExecution].map((kind) => pool.run(kind, hello, caller));
  for (const outcome of await Promise.allSettled(lost)) {
    assert.ok(outcome.status === 'rejected');
    assert.match(String(outcome.reason), /cannot start a thread/);
  }
  assert.deepEqual([pool.threadCount, pool.queueLength], [0, 0]);
});

test('what cannot be made up when a thread gets an execution rejects that execution, and no other', async (t) => {
  let isShort = false;
  const overrides = {
    get gasLimit(): bigint {
      if (isShort) throw new RangeError('Array buffer allocation failed');
      return 30_000_000n;
    },
  };
  const { pool } = await start(t, { overrides, threads: 2 });
  const leaving = callerOf('10.0.0.2');
  const running = pool.run(waitingExecution, {}, leaving);
  await until(() => pool.isReady, 'a thread');
  isShort = true;
  await assert.rejects(pool.run(repeatingExecution, hello, caller), RangeError);
  isShort = false;
  const waiting = Array.from({ length: 3 }, () => pool.run(repeatingExecution, hello, caller));
  for (const result of await Promise.all(waiting)) assert.equal(textOf(result), '["hello"]');
  assert.equal(pool.queueLength, 0);
  leaving.leave();
  await assert.rejects(running, /the client has closed the connection/);
});

test('a system without memory for threads to share gives none, which rejects what waits and ends nothing', async (t) => {
  const { pool, home } = await start(t);
  const whole = SharedArrayBuffer;
  const none = new Proxy(whole, {
    construct() {
      throw new RangeError('Array buffer allocation failed');
    },
  });
  t.after(() => {
    globalThis.SharedArrayBuffer = whole;
  });
  globalThis.SharedArrayBuffer = none;
  const noThread = /^this node cannot start a thread/;
  await assert.rejects(pool.run(repeatingExecution, hello, caller), { message: noThread });
  globalThis.SharedArrayBuffer = whole;
  const text = await until(() => pool.run(repeatingExecution, hello, caller).then(textOf, () => false), 'a thread');
  assert.equal(text, '["hello"]');
  // the thread that does it ends, which starts the next
  const repeated = pool.run(crashingOnceExecution, { file: join(home, 'was-here') }, caller);
  globalThis.SharedArrayBuffer = none;
  await assert.rejects(repeated, { message: noThread });
  globalThis.SharedArrayBuffer = whole;
  assert.ok(await until(() => pool.run(repeatingExecution, hello, caller).then(textOf, () => false), 'a thread'));
});
