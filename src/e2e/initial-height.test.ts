import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseGenesis } from '../chain/genesis/parse-genesis.ts';
import { homePaths } from '../config/home.ts';
import { newDevGenesis } from '../node/genesis-file.ts';
import { verifyHome } from '../node/verify-home.ts';
import { writeHome } from '../node/write-home.ts';
import { toHex } from '../primitives/hex.ts';
import { isObject } from '../primitives/objects.ts';
import { quantity } from '../primitives/quantity.ts';
import { sysvarKeys } from '../rpc/svm/sysvars.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { signFrom } from '../testing/sign-from.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const initialHeight = 1_000_000_000_007;
const genesis = initialHeight - 1;

/** A development node whose first block after the genesis has that height, and how to ask it. */
async function start(t: TestContext) {
  const home = homePaths(temporaryFolder(t));
  writeHome(home, { ...(await newDevGenesis()), initialHeight });
  const node = await startTestNode(t, { home: home.folder, flags: { 'consensus.block-interval': '0s' } });
  const post = async (url: string, method: string, params: readonly unknown[]) => {
    const reply = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return isObject(reply.error) ? reply.error : reply.result;
  };
  const evm = (method: string, ...params: readonly unknown[]) => post(node.urls.http, method, params);
  const svm = (method: string, ...params: readonly unknown[]) => post(node.urls.svm, method, params);
  return { node, home, evm, svm };
}

const number = (height: number) => quantity(BigInt(height));
const cleanedUp = {
  code: -32001,
  message: `Block 5 cleaned up, does not exist on node. First available block: ${genesis}`,
};

test('a chain whose genesis has a high block begins there, for every reader', async (t) => {
  const { node, home, evm, svm } = await start(t);
  const [account] = node.accounts;
  assert.equal(await evm('eth_blockNumber'), number(genesis));
  const receipts: unknown[] = [];
  for (const nonce of [0n, 1n, 2n])
    receipts.push(await evm('eth_sendRawTransactionSync', toHex(signFrom(0, { nonce }).raw)));
  assert.deepEqual(
    receipts.map((receipt) => isObject(receipt) && receipt.blockNumber),
    [0, 1, 2].map((after) => number(initialHeight + after)),
  );
  for (const height of [0, 1, genesis - 1, initialHeight + 3]) {
    assert.equal(await evm('eth_getBlockByNumber', number(height), false), null);
    assert.match(JSON.stringify(await evm('eth_getBalance', account?.address, number(height))), /"code":-32/);
  }
  const earliest = await evm('eth_getBlockByNumber', 'earliest', false);
  assert.ok(isObject(earliest) && earliest.number === number(genesis));
  const first = await evm('eth_getBlockByNumber', number(initialHeight), false);
  assert.ok(isObject(first) && first.parentHash === earliest.hash);
  const before = await evm('eth_getBalance', account?.address, 'earliest');
  assert.equal(before, quantity(10_000_000n * 10n ** 18n));
  const proof = await evm('eth_getProof', account?.address, [], 'earliest');
  assert.ok(isObject(proof) && proof.balance === before);
  const fees = await evm('eth_feeHistory', number(100), 'latest', []);
  assert.ok(isObject(fees) && fees.oldestBlock === number(genesis));
  assert.deepEqual(await evm('eth_getLogs', { fromBlock: 'earliest', toBlock: 'latest' }), []);
  assert.deepEqual(await evm('eth_getLogs', { fromBlock: '0x0', toBlock: number(genesis - 1) }), []);
  const found = await evm('ots_searchTransactionsAfter', account?.address, 0, 25);
  assert.ok(isObject(found) && Array.isArray(found.txs) && found.txs.length === 3);

  for (const method of ['getFirstAvailableBlock', 'minimumLedgerSlot']) assert.equal(await svm(method), genesis);
  assert.deepEqual(await svm('getBlock', 5), { ...cleanedUp });
  assert.deepEqual(await svm('getBlockTime', 5), { ...cleanedUp });
  const slots = [genesis, initialHeight, initialHeight + 1, initialHeight + 2];
  assert.deepEqual(await svm('getBlocks', genesis - 10), slots);
  assert.deepEqual(await svm('getBlocksWithLimit', 0, 2), slots.slice(0, 2));
  const samples = await svm('getRecentPerformanceSamples');
  assert.ok(Array.isArray(samples) && samples.length <= 1);
  const schedule = await svm('getLeaderSchedule');
  assert.ok(isObject(schedule));
  const [own = []] = Object.values(schedule);
  const { slotIndex, slotsInEpoch } = Object(await svm('getEpochInfo'));
  assert.ok(Array.isArray(own));
  assert.deepEqual([own[0], own.at(-1)], [slotIndex - 2, slotsInEpoch - 1]);
  const production = await svm('getBlockProduction');
  const { range } = Object(Object(production).value);
  assert.deepEqual(range, { firstSlot: genesis, lastSlot: initialHeight + 2 });

  await node.restart();
  assert.equal(await evm('eth_blockNumber'), number(initialHeight + 2));
  await node.close();
  const { chain, faults } = await verifyHome(home, () => {});
  assert.deepEqual([chain?.height, faults], [initialHeight + 2, []]);
});

test('the sysvars of a chain whose genesis has a high block begin there', async (t) => {
  const { evm, svm } = await start(t);
  await evm('anvil_mine', '0x3');
  for (const key of sysvarKeys) {
    const { value } = Object(await svm('getBalance', key));
    assert.ok(value > 0, key);
  }
  const dataOf = async (key: string) => {
    const { value } = Object(await svm('getAccountInfo', key, { encoding: 'base64' }));
    return Buffer.from(value.data[0], 'base64');
  };
  const clock = await dataOf('SysvarC1ock11111111111111111111111111111111');
  const { timestamp } = Object(await evm('eth_getBlockByNumber', 'earliest', false));
  assert.equal(clock.readBigInt64LE(8), BigInt(timestamp), 'the epoch begins with the first block there is');
  const hashes = await dataOf('SysvarS1otHashes111111111111111111111111111');
  assert.equal(hashes.readBigUInt64LE(0), 4n);
});

test('a development network goes back to a high genesis block, and no further', async (t) => {
  const { evm } = await start(t);
  const snapshot = await evm('evm_snapshot');
  await evm('anvil_mine', '0x28');
  assert.equal(await evm('eth_blockNumber'), number(genesis + 40));
  assert.match(JSON.stringify(await evm('anvil_rollback', 41)), /has only 40 blocks/);
  assert.equal(await evm('evm_revert', snapshot), true);
  assert.equal(await evm('eth_blockNumber'), number(genesis));
  await evm('anvil_mine', '0x2');
  assert.equal(await evm('eth_blockNumber'), number(genesis + 2));
  await evm('anvil_reset');
  assert.equal(await evm('eth_blockNumber'), number(genesis));
});

test('the height of the first block has bounds, and a fork has none', () => {
  const document = (changes: object) =>
    parseGenesis(JSON.stringify({ network: 'dev', chainId: 9800, timestamp: 1, alloc: {}, ...changes }));
  assert.equal(document({}).initialHeight, 1);
  for (const height of [1, 2 ** 40]) assert.equal(document({ initialHeight: height }).initialHeight, height);
  for (const height of [0, -1, 1.5, 2 ** 40 + 1, '1'])
    assert.throws(() => document({ initialHeight: height }), /^GenesisDocumentError: initialHeight: /);
  const fork = { chainId: 1, blockNumber: 5, blockHash: `0x${'11'.repeat(32)}` };
  assert.throws(
    () => document({ fork, initialHeight: 7 }),
    /initialHeight: a fork begins after its block of the origin/,
  );
  assert.throws(() => document({ fork: { ...fork, blockNumber: 2 ** 40 + 1 } }), /fork\.blockNumber/);
});
