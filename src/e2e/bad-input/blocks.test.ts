import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText, postJson, requestText } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

const account = `"0x${'00'.repeat(20)}"`;
const nowhere = `"0x${'11'.repeat(32)}"`;
const future = '"0xffffff"';

/** Methods that read the state after a block, with the parameters that come before the block. */
const atBlock: Readonly<Record<string, readonly string[]>> = {
  eth_getBalance: [account],
  eth_getCode: [account],
  eth_getTransactionCount: [account],
  eth_getStorageAt: [account, '"0x0"'],
  eth_getStorageValues: [`{${account}:["0x0"]}`],
  eth_getProof: [account, '[]'],
  eth_call: ['{}'],
  eth_estimateGas: ['{}'],
  eth_createAccessList: ['{}'],
  eth_simulateV1: ['{"blockStateCalls":[{}]}'],
  debug_traceCall: ['{}'],
};

const rejections: readonly (readonly [method: string, params: readonly string[], fault: string])[] = [
  ...Object.entries(atBlock).flatMap(([method, before]) => [
    [method, [...before, future], '-32000 header not found'] as const,
    [method, [...before, nowhere], '-32000 header for hash not found'] as const,
    [
      method,
      [...before, `{"blockHash":${nowhere},"requireCanonical":true}`],
      '-32000 header for hash not found',
    ] as const,
  ]),
  ['eth_getLogs', ['{"fromBlock":"0x2","toBlock":"0x1"}'], '-32602 invalid block range params'],
  ['eth_newFilter', ['{"fromBlock":"0x2","toBlock":"0x1"}'], '-32602 invalid block range params'],
  ['eth_getLogs', [`{"blockHash":${nowhere}}`], '-32000 unknown block'],
  ['eth_feeHistory', ['"0x1"', future], '-32000 request beyond head block: requested 16777215, head 3'],
  ['debug_traceBlockByNumber', [future], '-32000 header not found'],
  ['debug_traceBlockByNumber', ['"0x0"'], '-32000 genesis is not traceable'],
  ['debug_traceBlockByHash', [nowhere], `-32000 block ${nowhere.slice(1, -1)} not found`],
  ['debug_traceTransaction', [nowhere], '-32000 transaction not found'],
  ['debug_getRawBlock', [future], '-32000 block #16777215 not found'],
  ['debug_getRawHeader', [nowhere], '-32000 block not found'],
  ['debug_getRawReceipts', [future], '-32000 block #16777215 not found'],
];

/** Logs of future blocks: clients that poll request them. */
const noLogs: readonly string[] = [
  `{"toBlock":${future}}`,
  `{"fromBlock":${future}}`,
  `{"fromBlock":"0x0","toBlock":${future}}`,
];

/** These methods return null for a missing block, as in go-ethereum. */
const nulls: readonly (readonly [method: string, params: readonly string[]])[] = [
  ['eth_getBlockByNumber', [future, 'true']],
  ['eth_getBlockByHash', [nowhere, 'true']],
  ['eth_getHeaderByNumber', [future]],
  ['eth_getHeaderByHash', [nowhere]],
  ['eth_getBlockReceipts', [future]],
  ['eth_getBlockReceipts', [nowhere]],
  ['eth_getBlockTransactionCountByNumber', [future]],
  ['eth_getBlockTransactionCountByHash', [nowhere]],
  ['eth_getTransactionByHash', [nowhere]],
  ['eth_getTransactionReceipt', [nowhere]],
  ['eth_getTransactionByBlockNumberAndIndex', ['"latest"', '"0xffffffff"']],
  ['eth_getTransactionByBlockHashAndIndex', [nowhere, '"0x0"']],
  ['eth_getUncleCountByBlockNumber', [future]],
  ['eth_getUncleByBlockNumberAndIndex', ['"0x1"', '"0x0"']],
];

test('missing blocks and impossible ranges', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  await postJson(urls.http, requestText('anvil_mine', ['3']));
  for (const [method, params, expected] of rejections) {
    const request = requestText(method, params);
    assert.equal(errorText(await postJson(urls.http, request)), expected, request);
  }
  for (const filter of noLogs) {
    const request = requestText('eth_getLogs', [filter]);
    assert.equal(errorText(await postJson(urls.http, request)), 'result []', request);
  }
  for (const [method, params] of nulls) {
    const request = requestText(method, params);
    assert.equal(errorText(await postJson(urls.http, request)), 'result null', request);
  }
});
