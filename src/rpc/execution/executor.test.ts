import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createEngine } from '../../evm/engine.ts';
import { precompiles } from '../../evm/precompiles/precompiles.ts';
import { joinNatives } from '../../kernel/natives.ts';
import { Faults } from '../../primitives/faults.ts';
import type { JsonText } from '../../primitives/json-text.ts';
import { Threads } from '../../primitives/threads.ts';
import { testLimits } from '../../testing/evm-interface.ts';
import { repeatingExecution } from '../../testing/executions/kinds.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { LongText } from '../json-value.ts';
import { assertNotStopped, defineExecution, type ExecutionKind, type ExecutionRequest } from './execution-kind.ts';
import { createExecutionNode } from './execution-node.ts';
import { Executor } from './executor.ts';
import { ExecutionPool } from './pool.ts';

const program = new URL('../../testing/executions/worker.js', import.meta.url);
const caller = { client: { address: '10.0.0.1', network: '10.0.0.1' }, signal: new AbortController().signal };
type Request = ExecutionRequest & { readonly text: string; readonly count: number };
const request: Request = { text: 'thread', count: 1 };
const endless = Number.POSITIVE_INFINITY;
const inThread = '["thread"]';

/** In a thread it repeats a text; on the main thread it runs for some milliseconds: 0 for less than a slice of gas. */
function shortKind(milliseconds: number): ExecutionKind<Request> {
  return {
    ...defineExecution<Request>(repeatingExecution.name, repeatingExecution),
    inlineMs: 1,
    durationKey: () => 'alike',
    run: (_node, _request, control) => {
      while (control.elapsed() < milliseconds) if (milliseconds === endless) assertNotStopped(control);
      if (milliseconds > 0) control.shouldStop();
      return 'main';
    },
  };
}

async function start(t: TestContext) {
  const { node, home } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const chain = node.chain.reader;
  const limits = { ...testLimits, evmTimeoutMs: 60_000 };
  const fixed = {
    starter: new Threads(new Faults(), 60_000),
    program,
    chain,
    dataFolder: join(home, 'data'),
    known: node.chain.known,
    limits,
    heapMegabytes: 64,
    overrides: {},
  };
  const pool = new ExecutionPool({ ...fixed, threads: 1, maxWaiting: 3 });
  t.after(() => pool.close());
  const parts = { chain, limits, engine: createEngine(), natives: joinNatives(precompiles('osaka'), []), modules: [] };
  const { pendingBlock, unfinishedBlock } = node.control;
  const place = { node: createExecutionNode(parts), mainThread: testMainThread(3), pendingBlock, unfinishedBlock };
  return { pool, executor: new Executor({ ...place, pool, maxWaiting: 3 }) };
}

test('while no thread has started, a short kind gets more of the main thread, and a thread starts for the next', async (t) => {
  const { pool, executor } = await start(t);
  const brief = shortKind(0);
  assert.equal(executor.run(brief, request, caller), 'main');
  assert.equal(pool.threadCount, 0, 'it was short: no thread is needed');
  assert.equal(executor.run(shortKind(2), request, caller), 'main');
  assert.equal(pool.threadCount, 1);
  await until(() => pool.isReady, 'a thread');
  const textOf = async (kind: ExecutionKind<Request>) =>
    writeJson((await executor.run(kind, request, caller)) as JsonText | LongText);
  await executor.run(shortKind(endless), { ...request, count: 300_000 }, caller);
  assert.equal(await textOf(brief), inThread, 'one like it took long, in the thread too');
  await until(async () => (await textOf(brief)) === '"main"', 'the main thread, as it was short in the thread');
});
