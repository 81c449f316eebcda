import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postJson } from '../../../testing/raw-rpc.ts';
import { startTestNode } from '../../../testing/test-node.ts';

type Log = { readonly removed: boolean; readonly blockHash: string; readonly logIndex: string };

/** Emits 1500 logs. */
const code = '0x6105dc5b5f5fa060019003806003570000';
const emitter = `0x${'e1'.repeat(20)}`;

test('a poll during which blocks are removed leaves no removed logs that it has not told', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = (method: string, ...params: unknown[]) =>
    postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  await ask('anvil_setCode', emitter, code);
  const { result: filter } = await ask('eth_newFilter', { address: emitter });
  const told = new Set<string>();
  const take = (logs: readonly Log[]) => {
    for (const { removed, blockHash, logIndex } of logs) {
      const key = `${blockHash} ${logIndex}`;
      if (!removed) told.add(key);
      else assert.ok(told.delete(key), 'a log is removed that was told');
    }
  };
  const [from] = node.accounts;
  const emit = () => ask('eth_sendTransactionSync', { from: from?.address, to: emitter, gas: '0xf4240' });
  // the poll reads many blocks in several parts: it returns those of the first, or fails
  for (let round = 0; round < 4; round++) {
    for (let block = 0; block < 40; block++) assert.equal((await emit()).error, undefined);
    const [polled, gone] = await Promise.all([ask('eth_getFilterChanges', filter), ask('anvil_rollback', 40)]);
    assert.equal(gone.error, undefined);
    if (polled.error === undefined) take(polled.result as Log[]);
    for (let polls = 0, rest: Log[] | undefined; rest?.length !== 0 && polls < 20; polls++) {
      rest = (await ask('eth_getFilterChanges', filter)).result as Log[];
      take(rest);
    }
  }
  assert.equal(told.size, 0, 'all logs that were told are gone');
});
