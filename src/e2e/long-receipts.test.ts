import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homePaths } from '../config/home.ts';
import { createModules } from '../modules/index.ts';
import { writeHome } from '../node/write-home.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { signatureTextOfHash } from '../svm/signature-text.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { genesisWith } from '../testing/module-chain.ts';
import { postJson, type RawResponse } from '../testing/raw-rpc.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const place = `0x${'c0'.repeat(20)}`;
/** Code that emits empty logs while there is gas for them. */
const emitter = assemble('JUMPDEST', 0, 0, 'LOG0', 30_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');

test('what the chain has accepted can be read, however long it is', { timeout: 600_000 }, async (t) => {
  const { urls, accounts } = await startTestNode(t, {
    flags: {
      'consensus.block-interval': '0s',
      'json-rpc.max-response-size': '50000',
      'svm-rpc.max-response-size': '50000',
      'json-rpc.filter-cap': '100',
      'http.max-unread-per-connection': '1048576',
    },
  });
  const ask = async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const url = method.startsWith('getT') || method.startsWith('getB') ? urls.svm : urls.http;
    const response = await postJson<RawResponse>(url, body);
    assert.equal(response.error, undefined, `${method}: ${JSON.stringify(response.error)}`);
    return response.result as T;
  };
  await ask('anvil_setCode', place, toHex(emitter));
  const hash = await ask<string>('eth_sendTransaction', {
    from: accounts[0]?.address,
    to: place,
    gas: '0x500000',
  });
  type Receipt = { logs: readonly { logIndex: string }[]; blockNumber: string; blockHash: string };
  const find = () => ask<Receipt | null>('eth_getTransactionReceipt', hash);
  const receipt = await until(find, 'a receipt');
  const { logs, blockNumber, blockHash } = receipt;
  assert.ok(logs.length > 10_000, `${logs.length} logs`);
  assert.ok(logs.every(({ logIndex }, index) => Number(logIndex) === index));
  const [again] = await ask<readonly unknown[]>('eth_getBlockReceipts', blockNumber);
  assert.deepEqual(again, receipt);
  assert.deepEqual(await ask('eth_getLogs', { blockHash }), logs);
  assert.deepEqual(await ask('eth_getLogs', { fromBlock: blockNumber, toBlock: blockNumber }), logs);
  const shown = await ask<{ meta: { logMessages: readonly string[] } }>(
    'getTransaction',
    signatureTextOfHash(fromHex(hash)),
    {
      maxSupportedTransactionVersion: 0,
    },
  );
  assert.ok(shown.meta.logMessages.length > 0); // Solana cuts them off after 10,000 bytes
  const raw = await ask<readonly string[]>('debug_getRawReceipts', blockNumber);
  assert.ok((raw[0]?.length ?? 0) > logs.length);
});

test('a leader schedule that is longer than a response may be is refused, and is no error of the node', async (t) => {
  const home = temporaryFolder(t);
  const { params } = createModules().find(({ name }) => name === 'inflation') ?? {};
  const usual = params?.codec.toPlain(params.defaultsFor('dev')) as object;
  writeHome(homePaths(home), genesisWith({ inflation: { params: { ...usual, epoch_length: 10_000 } } }));
  const { urls } = await startTestNode(t, { home, flags: { 'json-rpc.max-response-size': '4000' } });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLeaderSchedule', params: [] });
  const { error } = await postJson<RawResponse>(urls.svm, body);
  assert.deepEqual(error, { code: -32600, message: 'Response too large; max 4000 bytes (max-response-size)' });
});
