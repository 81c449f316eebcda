import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../../../primitives/hex.ts';
import { contracts, createEvmInterface, signed } from '../../../testing/evm-interface.ts';

const log = (nonce: bigint) => signed({ nonce, to: contracts.logger });

test('a filter for blocks returns each hash once', async () => {
  const { mine, result } = createEvmInterface();
  mine();
  const id = await result('eth_newBlockFilter');
  assert.deepEqual(await result('eth_getFilterChanges', id), []);
  const hashes = [mine(), mine()].map(({ block }) => block.header.hash);
  assert.deepEqual(await result('eth_getFilterChanges', id), hashes);
  assert.deepEqual(await result('eth_getFilterChanges', id), []);
});

test('a filter for logs returns new logs, or all', async () => {
  const { mine, result } = createEvmInterface();
  mine([log(0n)]);
  const id = await result('eth_newFilter', { fromBlock: 'earliest', address: contracts.logger });
  assert.deepEqual(await result('eth_getFilterChanges', id), []);
  mine([log(1n)]);
  const fresh = await result('eth_getFilterChanges', id);
  assert.deepEqual(fresh, await result('eth_getLogs', {}));
  assert.deepEqual(await result('eth_getFilterChanges', id), []);
  assert.equal(((await result('eth_getFilterLogs', id)) as unknown[]).length, 2);
});

test('a filter for a future range returns its logs when they exist, and no later ones', async () => {
  const { mine, result } = createEvmInterface();
  const id = await result('eth_newFilter', { fromBlock: '0x2', toBlock: '0x2' });
  const counts: number[] = [];
  for (let height = 1n; height <= 3n; height++) {
    mine([log(height - 1n)]);
    counts.push(((await result('eth_getFilterChanges', id)) as unknown[]).length);
  }
  assert.deepEqual(counts, [0, 1, 0]);
});

test('more new logs than the cap are returned in several responses, which do not split blocks', async () => {
  const { mine, result } = createEvmInterface({ filterCap: 3 });
  const id = await result('eth_newFilter', {});
  for (let block = 0n; block < 4n; block++) mine([log(2n * block), log(2n * block + 1n)]);
  mine([8n, 9n, 10n, 11n].map(log));
  const responses: number[] = [];
  for (let i = 0; i < 7; i++) responses.push(((await result('eth_getFilterChanges', id)) as unknown[]).length);
  assert.equal(
    responses.reduce((sum, count) => sum + count),
    12,
  );
  assert.ok(responses.includes(4) && responses.slice(0, -1).every((count) => count <= 4));
});

test('a filter for waiting transactions', async () => {
  const { result } = createEvmInterface();
  const send = (nonce: bigint) => result('eth_sendRawTransaction', toHex(signed({ nonce }).raw));
  await send(0n);
  const id = await result('eth_newPendingTransactionFilter');
  const hashes = [await send(1n), await send(2n)];
  assert.deepEqual(await result('eth_getFilterChanges', id), hashes);
  assert.deepEqual(await result('eth_getFilterChanges', id), []);
  assert.equal(await result('eth_uninstallFilter', id), true);
});

test('filters end when uninstalled, or five minutes after the last poll', async () => {
  const { result, fault, time } = createEvmInterface();
  const [kept, idle, gone] = [
    await result('eth_newBlockFilter'),
    await result('eth_newFilter', {}),
    await result('eth_newBlockFilter'),
  ];
  assert.equal(await result('eth_uninstallFilter', gone), true);
  assert.equal(await result('eth_uninstallFilter', gone), false);
  time.passed += 299_000;
  await result('eth_getFilterChanges', kept);
  time.passed += 2_000;
  assert.deepEqual(await result('eth_getFilterChanges', kept), []);
  assert.equal(await fault('eth_getFilterChanges', idle), '-32000 filter not found');
  assert.equal(await fault('eth_getFilterLogs', kept), '-32000 filter not found');
  assert.equal(await fault('eth_getFilterChanges', '0x1'), '-32000 filter not found');
  assert.match(await fault('eth_getFilterChanges', 1), /^-32602 /);
});

test('the number of filters is limited, and idle ones make room', async () => {
  const { result, fault, time } = createEvmInterface();
  for (let i = 0; i < 1000; i++) await result('eth_newBlockFilter');
  const words =
    '-32005 too many filters from your address: at most 1000 (json-rpc.max-filters-per-address); end some that are not needed';
  assert.equal(await fault('eth_newBlockFilter'), words);
  time.passed += 301_000;
  await result('eth_newBlockFilter');
});
