import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usedBytes } from '../../testing/process/heap.ts';
import { post, requestText } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

const perBatch = 1000;
const mebibyte = 2 ** 20;

/**
 * An unsuccessful request, a different one for every number, so that whatever is kept of them adds up. Only accounts
 * repeat, because a cache of limited size keeps them.
 */
function badRequest(number: number): string {
  const digits = number.toString(16);
  const account = `"0x${(number % 100).toString(16).padStart(40, '0')}"`;
  const hash = `"0x${digits.padStart(64, '0')}"`;
  const kinds = [
    requestText(`eth_nothing${digits}`, []),
    requestText('eth_getBalance', [`"0x${digits}"`]),
    requestText('eth_getTransactionReceipt', [hash]),
    requestText('eth_getBlockByHash', [hash, 'true']),
    requestText('eth_getLogs', [`{"blockHash":${hash}}`]),
    requestText('eth_getLogs', [`{"topics":[${hash}]}`]),
    requestText('eth_call', [`{"to":${account},"data":"0x${digits.padStart(64, '0')}"}`]),
    requestText('eth_call', [`{"data":"0x60${digits.padStart(16, '0')}fe"}`]),
    requestText('eth_getFilterChanges', [`"0x${digits}"`]),
    requestText('eth_uninstallFilter', [`"0x${digits}"`]),
    requestText('eth_subscribe', ['"newHeads"']),
    requestText('eth_sendRawTransaction', [hash]),
    requestText('debug_traceTransaction', [hash]),
    requestText('eth_getProof', [account, `["0x${(number % 7).toString(16)}"]`]),
    `{"jsonrpc":"2.0","id":"${digits}","${digits}":1}`,
    `"${digits}"`,
  ];
  return kinds[number % kinds.length] ?? '';
}

test('50,000 bad requests do not increase memory', async (t) => {
  const flags = { 'consensus.block-interval': '0s', 'metrics.enable': 'true' };
  const { urls } = await startTestNode(t, { flags });
  let number = 0;
  const sendBad = async (batches: number) => {
    for (let batch = 0; batch < batches; batch++) {
      const requests = Array.from({ length: perBatch }, () => badRequest(number++));
      const { status, text } = await post(urls.http, `[${requests.join()}]`);
      assert.equal(status, 200);
      assert.equal(JSON.parse(text).length, perBatch);
      await post(urls.http, `${requests.join()}`); // not JSON
    }
  };
  await sendBad(10); // caches fill, code is compiled
  const before = usedBytes();
  await sendBad(50);
  const grown = usedBytes() - before;
  assert.ok(grown < 3 * mebibyte, `${(grown / mebibyte).toFixed(1)} MiB more than before`);
});
