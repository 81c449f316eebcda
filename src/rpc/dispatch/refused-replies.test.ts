import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localCall } from '../../testing/interfaces/local-call.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { evmDialect } from '../evm-interface/evm-dialect.ts';
import { LongText } from '../json-value.ts';
import { RpcError } from '../rpc-error.ts';
import { define } from './define.ts';
import { createDispatch } from './dispatcher.ts';

const entry = '{"jsonrpc":"2.0","id":1,"method":"test_owed","params":[]}';
const full = { ...localCall, unread: { ...localCall.unread, reserve: () => new RpcError(-32005, 'full') } };

/** How often a result hears that it was refused. `length`: its characters. `max`: of a response */
async function refusalsOf(length: number, max: number, body: string, call = localCall): Promise<number> {
  let refusals = 0;
  const owed = () =>
    new LongText(
      () => [`"${'x'.repeat(length - 2)}"`],
      length,
      () => refusals++,
    );
  const dispatch = createDispatch({
    methods: { test_owed: define('A result that must arrive.', [], {}, owed) },
    mainThread: testMainThread(),
    dialect: evmDialect,
    limits: { maxBatch: 10, maxResponse: max, maxBatchResponse: max, batchTimeoutMs: 30_000, maxDepth: 64 },
    toFault: () => undefined,
    onUnexpected: () => {},
  });
  await dispatch(Buffer.from(body), call);
  return refusals;
}

const notification = entry.replace('"id":1,', '');

test('a result hears once that there is no room for it, alone and in a batch, or that nobody asked for it', async () => {
  assert.equal(await refusalsOf(900, 1000, entry), 0);
  assert.equal(await refusalsOf(900, 1000, notification), 1);
  assert.equal(await refusalsOf(900, 1000, `[${entry},${notification}]`), 1);
  assert.equal(await refusalsOf(900, 900, entry), 1);
  assert.equal(await refusalsOf(900, 2000, `[${entry},${entry}]`), 0);
  assert.equal(await refusalsOf(900, 1000, `[${entry},${entry}]`), 1);
  assert.equal(await refusalsOf(20_000, 30_000, entry, full), 1);
  assert.equal(await refusalsOf(20_000, 30_000, `[${entry}]`, full), 1);
});
