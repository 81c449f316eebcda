import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zeroHash } from '../../primitives/hash.ts';
import { contracts, createEvmInterface, signed, topics } from '../../testing/evm-interface.ts';

type Log = { blockNumber: string; logIndex: string };
const logCall = { to: contracts.logger };

function withLogs() {
  const evm = createEvmInterface();
  for (let height = 1n; height <= 3n; height++) evm.chain.mine([signed({ nonce: height - 1n, ...logCall })]);
  const heights = async (filter: unknown) =>
    ((await evm.result('eth_getLogs', filter)) as Log[]).map(({ blockNumber }) => Number(blockNumber));
  return { ...evm, heights };
}

test('ranges, and by default the newest block', async () => {
  const { heights, chain } = withLogs();
  assert.deepEqual(await heights({}), [3]);
  assert.deepEqual(await heights({ fromBlock: 'earliest', toBlock: 'latest' }), [1, 2, 3]);
  assert.deepEqual(await heights({ fromBlock: '0x2' }), [2, 3]);
  assert.deepEqual(await heights({ fromBlock: '0x1', toBlock: '0x1' }), [1]);
  assert.deepEqual(await heights({ blockHash: chain.reader.header(2)?.hash }), [2]);
  assert.deepEqual(await heights({ fromBlock: 'earliest', toBlock: '0x0' }), []);
});

test('addresses and topics, alone and as alternatives; null and an empty list match anything', async () => {
  const { heights } = withLogs();
  const [one, two, three] = topics;
  const found = async (filter: object) => (await heights({ fromBlock: '0x0', ...filter })).length;
  assert.equal(await found({ address: contracts.logger }), 3);
  assert.equal(await found({ address: [contracts.reader, contracts.logger] }), 3);
  assert.equal(await found({ address: contracts.reader }), 0);
  assert.equal(await found({ address: [] }), 3);
  assert.equal(await found({ topics: [one] }), 3);
  assert.equal(await found({ topics: [null, two] }), 3);
  assert.equal(await found({ topics: [[], two] }), 3);
  assert.equal(await found({ topics: [[three, one]] }), 3);
  assert.equal(await found({ topics: [two] }), 0);
  assert.equal(await found({ topics: [one, two, null] }), 0);
  assert.equal(await found({ topics: [] }), 3);
});

test('more logs than the cap are an error that names it', async () => {
  const { chain, fault } = withLogs();
  chain.mine([3n, 4n, 5n].map((nonce) => signed({ nonce, ...logCall })));
  const message = '-32000 query returned more than 5 results; ask for fewer blocks at a time';
  assert.equal(await fault('eth_getLogs', { fromBlock: '0x0' }), message);
});

test('future blocks have no logs', async () => {
  const { heights } = withLogs();
  const all = await heights({ fromBlock: '0x0', toBlock: 'latest' });
  assert.equal(all.length, 3);
  assert.deepEqual(await heights({ fromBlock: '0x0', toBlock: '0x99' }), all);
  assert.deepEqual(await heights({ fromBlock: '0x98' }), []);
  assert.deepEqual(await heights({ fromBlock: '0x98', toBlock: '0x99' }), []);
  assert.deepEqual(await heights({ fromBlock: '0x98', toBlock: 'latest' }), [], 'as pollers ask');
});

test('wrong ranges', async () => {
  const { fault } = withLogs();
  const ask = (filter: unknown) => fault('eth_getLogs', filter);
  assert.equal(await ask({ fromBlock: '0x2', toBlock: '0x1' }), '-32602 invalid block range params');
  assert.equal(await ask({ fromBlock: '0x99', toBlock: '0x98' }), '-32602 invalid block range params');
  assert.equal(await ask({ blockHash: zeroHash }), '-32000 unknown block');
  const both = 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other';
  assert.equal(await ask({ blockHash: zeroHash, fromBlock: '0x0' }), `-32602 invalid argument 0: ${both}`);
});

test('wrong filters', async () => {
  const { fault } = withLogs();
  const ask = async (filter: unknown) =>
    (await fault('eth_getLogs', filter)).replace('-32602 invalid argument 0: ', '');
  assert.equal(await fault('eth_getLogs'), '-32602 missing value for required argument 0');
  assert.equal(await ask([]), 'non-object: array');
  assert.equal(await ask({ address: '0x1' }), 'address: hex string of odd length');
  assert.equal(await ask({ address: ['0x11'] }), 'address: 0: hex string has length 2, want 40 for an address');
  assert.equal(await ask({ topics: 'x' }), 'topics: non-array: string');
  assert.equal(await ask({ topics: [[5]] }), 'topics: 0: non-string: number');
  assert.equal(await ask({ topics: [null, null, null, null, null] }), '-32000 exceed max topics: at most 4');
  assert.equal(await ask({ address: Array(1001).fill(contracts.logger) }), '-32000 exceed max addresses: at most 1000');
});

test('a search that takes too long ends with the name of the limit', async () => {
  const { result, fault, chain } = createEvmInterface({ filterTimeoutMs: 1e-3 });
  for (let height = 1n; height <= 3n; height++) chain.mine([signed({ nonce: height - 1n, ...logCall })]);
  const words = /^-32005 query took longer than 0\.000001s \(json-rpc\.filter-timeout\); ask for fewer blocks/;
  assert.match(await fault('eth_getLogs', { fromBlock: 'earliest' }), words);
  const id = await result('eth_newFilter', { fromBlock: 'earliest' });
  assert.match(await fault('eth_getFilterLogs', id), words);
});
