import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { postJson } from '../../testing/raw-rpc.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

/** What this test uses of the page's class, which is compiled with the types of a browser. */
type AccountHistory = {
  readonly entries: { peek(): readonly unknown[] };
  readonly isComplete: { peek(): boolean; subscribe(listener: (isComplete: boolean) => void): () => void };
  readMore(): Promise<void>;
  readNew(headHeight: number): Promise<void>;
};

test('a history that is read again while a page arrives becomes complete, and lists each entry once', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const content = JSON.stringify({ rpc: node.urls.http, ws: node.urls.webSocket, svm: node.urls.svm });
  Object.assign(globalThis, {
    document: { querySelector: () => ({ getAttribute: () => content }) },
    window: { location: { search: '' } },
  });
  const entry = fileURLToPath(new URL('../../../src/explorer/page/lib/accounts/history.ts', import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  const script = join(temporaryFolder(t), 'history.mjs');
  writeFileSync(script, outputFiles[0]?.contents ?? '');
  const { History } = (await import(script)) as { History: new (address: string) => AccountHistory };
  const address = '0x00000000000000000000000000000000000beef5';
  const history = new History(address);
  let isFirst = true;
  // The page learns of a new block in the turn in which the last page of the history arrives.
  history.isComplete.subscribe((isComplete) => {
    if (!isComplete || !isFirst) return;
    isFirst = false;
    void history.readNew(1);
  });
  void history.readMore();
  await until(() => !isFirst && history.isComplete.peek(), 'the complete history', 20_000);
  assert.deepEqual(history.entries.peek(), []);

  const sent = { from: node.accounts[0]?.address, to: address, value: '0x1' };
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_sendTransactionSync', params: [sent] };
  const { result } = await postJson(node.urls.http, JSON.stringify(body));
  assert.ok(result, 'its receipt');
  await Promise.all([history.readNew(1), history.readMore(), history.readNew(1)]);
  assert.equal(history.entries.peek().length, 1);
  assert.equal(history.isComplete.peek(), true);
});
