import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { totalSupply } from '../../kernel/supply.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { zeroHash } from '../../primitives/hash.ts';
import { quantity } from '../../primitives/quantity.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { createDevelopmentInterface, developmentTime } from '../../testing/development-interface.ts';
import { alice, bob, contracts } from '../../testing/evm-interface.ts';

const stranger = `0x${'99'.repeat(20)}`;
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const now = developmentTime / 1000;

function start(t: TestContext, options: Parameters<typeof createDevelopmentInterface>[1] = {}) {
  const stop = new AbortController();
  t.after(() => stop.abort());
  const dev = createDevelopmentInterface(stop.signal, options);
  const { result, settle } = dev;
  const block = async (ref = 'latest') => (await result('eth_getBlockByNumber', ref, true)) as Block;
  const send = async (tx: object) => {
    const hash = await result('eth_sendTransaction', tx);
    await settle();
    return hash as string;
  };
  return { ...dev, block, send };
}

type Block = {
  number: string;
  timestamp: string;
  baseFeePerGas: string;
  gasLimit: string;
  miner: string;
  transactions: { hash: string; from: string }[];
};

test('both tools have a name for each method', async (t) => {
  const { result } = start(t);
  for (const tool of ['anvil', 'hardhat']) {
    assert.equal(await result(`${tool}_setBalance`, stranger, '0x5'), null);
    assert.equal(await result('eth_getBalance', stranger), '0x5');
    assert.equal(await result(`${tool}_setBalance`, stranger, 2), null);
    assert.equal(await result('eth_getBalance', stranger), '0x2');
    assert.equal(await result(`${tool}_setNonce`, stranger, '0x7'), null);
    assert.equal(await result('eth_getTransactionCount', stranger), '0x7');
    assert.equal(await result(`${tool}_setCode`, stranger, '0x5b5f56'), null);
    assert.equal(await result('eth_getCode', stranger), '0x5b5f56');
    assert.equal(await result(`${tool}_setStorageAt`, stranger, '0x1', word(9)), true);
    assert.equal(await result('eth_getStorageAt', stranger, '0x1'), word(9));
    assert.equal(await result(`${tool}_setStorageAt`, stranger, '0x1', word(0)), true);
    assert.equal(await result('eth_getStorageAt', stranger, '0x1'), zeroHash);
    await result(`${tool}_reset`);
    assert.equal(await result('eth_getBalance', stranger), '0x0');
  }
});

test('a sent transaction is completed, signed and mined', async (t) => {
  const { result, send, block } = start(t);
  const hash = await send({ from: alice, to: bob, value: '0x5' });
  const receipt = (await result('eth_getTransactionReceipt', hash)) as { status: string; gasUsed: string };
  assert.deepEqual([receipt.status, receipt.gasUsed], ['0x1', '0x5208']);
  const second = await send({ from: alice, data: '0x5f5ff3', gasPrice: '0x2e90edd000' });
  const { transactions } = await block();
  assert.deepEqual(
    transactions.map((tx) => tx.hash),
    [second],
  );
  assert.equal(((await result('eth_getTransactionByHash', second)) as { type: string }).type, '0x0');
});

test('mining by hand', async (t) => {
  const { result, send, block } = start(t);
  await result('evm_setAutomine', false);
  assert.equal(await result('anvil_getAutomine'), false);
  const hash = await send({ from: alice, to: bob });
  assert.equal(await result('eth_getTransactionReceipt', hash), null);
  assert.equal(await result('evm_mine'), '0x0');
  assert.deepEqual(
    (await block()).transactions.map((tx) => tx.hash),
    [hash],
  );
  await result('hardhat_mine', '0x5', '0x3c');
  const [last, before] = [await block(), await block('0x5')];
  assert.equal(last.number, '0x6');
  assert.equal(Number(last.timestamp) - Number(before.timestamp), 60);
  await result('evm_mine', { blocks: 2 });
  assert.equal(await result('eth_blockNumber'), '0x8');
});

test('time is set and moved', async (t) => {
  const { result, block, fault } = start(t);
  assert.equal(await result('evm_increaseTime', '0x64'), 100);
  assert.equal(await result('evm_increaseTime', 50), 150);
  await result('evm_mine');
  assert.equal(Number((await block()).timestamp), now + 150);
  await result('evm_setNextBlockTimestamp', now + 1000);
  await result('evm_mine');
  assert.equal(Number((await block()).timestamp), now + 1000);
  await result('evm_mine', now + 2000);
  assert.equal(Number((await block()).timestamp), now + 2000);
  const words = `Timestamp error: ${now} is lower than or equal to previous block's timestamp ${now + 2000}`;
  assert.equal(await fault('evm_setNextBlockTimestamp', now), `-32602 ${words}`);
  assert.equal(await result('evm_setTime', now + 5000), 3000);
});

test('an amendment leaves the time and fee that were set for the next block', async (t) => {
  const { result, send, block } = start(t);
  await result('anvil_setNextBlockBaseFeePerGas', quantity(777_000_000_000n));
  await result('evm_setNextBlockTimestamp', now + 500);
  await result('anvil_setBalance', stranger, '0x1');
  assert.equal(await result('eth_baseFee'), quantity(777_000_000_000n));
  await send({ from: alice, to: bob });
  const { timestamp, baseFeePerGas } = await block();
  assert.deepEqual([Number(timestamp), BigInt(baseFeePerGas)], [now + 500, 777_000_000_000n]);
  await result('evm_mine');
  assert.ok(BigInt((await block()).baseFeePerGas) < 777_000_000_000n);
});

test('gas limit and proposer of further blocks', async (t) => {
  const { result, block } = start(t);
  await result('evm_setBlockGasLimit', '0x1c9c380');
  await result('hardhat_setCoinbase', stranger);
  await result('evm_mine');
  const { gasLimit, miner } = await block();
  assert.deepEqual([gasLimit, miner], ['0x1c9c380', stranger]);
  assert.equal(await result('eth_coinbase'), stranger);
});

test('snapshots restore state, blocks and time; each only once', async (t) => {
  const { result, send } = start(t);
  await send({ from: alice, to: bob, value: '0x1' });
  const block = await result('eth_getBlockByNumber', 'latest', true);
  const [first, second] = [await result('evm_snapshot'), await result('evm_snapshot')];
  await result('anvil_setBalance', stranger, '0x5');
  await result('evm_increaseTime', 100);
  const hash = await send({ from: alice, to: bob, value: '0x1' });
  const filter = await result('eth_newBlockFilter');
  assert.equal(await result('evm_revert', first), true);
  assert.deepEqual(await result('eth_getBlockByNumber', 'latest', true), block);
  assert.equal(await result('eth_getTransactionReceipt', hash), null);
  assert.equal(await result('eth_getBalance', stranger), '0x0');
  assert.equal(await result('eth_getTransactionCount', alice, 'pending'), '0x1');
  assert.deepEqual(await result('eth_getFilterChanges', filter), []);
  assert.equal(await result('evm_revert', first), false);
  assert.equal(await result('evm_revert', second), false);
  assert.equal(await result('evm_revert', '0x99'), false);
  await send({ from: alice, to: stranger, value: '0x9' });
  assert.equal(await result('eth_getBalance', stranger), '0x9');
  assert.equal(((await result('eth_getFilterChanges', filter)) as unknown[]).length, 1);
});

test('rolling back by blocks, and to the first', async (t) => {
  const { result, fault, send } = start(t);
  for (let i = 0; i < 3; i++) await send({ from: alice, to: bob });
  const snapshot = await result('evm_snapshot');
  await result('anvil_rollback');
  assert.equal(await result('eth_blockNumber'), '0x2');
  assert.equal(await result('evm_revert', snapshot), false, 'of a block that is gone');
  assert.equal(await fault('anvil_rollback', 3), '-32602 the chain has only 2 blocks to go back');
  await result('anvil_reset');
  assert.equal(await result('eth_blockNumber'), '0x0');
  assert.equal(await result('eth_getTransactionCount', alice), '0x0');
  const fork = await fault('hardhat_reset', { forking: { jsonRpcUrl: 'http://x' } });
  assert.equal(fork, '-32000 this network is no fork: start it with --fork-url');
});

test('any account can be impersonated', async (t) => {
  const { result, fault, send } = start(t);
  await result('anvil_setBalance', stranger, quantity(weiPerQor));
  const tx = { from: stranger, to: bob, value: '0x5' };
  assert.equal(await fault('eth_sendTransaction', tx), `-32000 unknown account: the node has no key of ${stranger}`);
  await result('anvil_impersonateAccount', stranger);
  const hash = await send(tx);
  const mined = (await result('eth_getTransactionByHash', hash)) as { from: string };
  assert.equal(mined.from, stranger);
  assert.ok(((await result('eth_accounts')) as string[]).includes(stranger));
  await result('anvil_stopImpersonatingAccount', stranger);
  assert.match(await fault('eth_sendTransaction', tx), /^-32000 unknown account/);
  await result('anvil_autoImpersonateAccount', true);
  assert.equal(((await result('eth_getTransactionReceipt', await send(tx))) as { status: string }).status, '0x1');
  assert.equal(await result('eth_getTransactionCount', stranger), '0x2');
});

test('waiting transactions can be dropped', async (t) => {
  const { result, send } = start(t);
  await result('evm_setAutomine', false);
  const hashes = [
    await send({ from: alice, to: bob }),
    await send({ from: alice, to: bob }),
    await send({ from: bob, to: alice }),
  ];
  assert.equal(await result('hardhat_dropTransaction', hashes[2]), hashes[2]);
  assert.equal(await result('hardhat_dropTransaction', hashes[2]), null);
  assert.deepEqual(await result('txpool_status'), { pending: '0x2', queued: '0x0' });
  await result('anvil_removePoolTransactions', alice);
  await send({ from: bob, to: alice });
  await result('anvil_dropAllTransactions');
  assert.deepEqual(await result('txpool_status'), { pending: '0x0', queued: '0x0' });
});

test('a saved state can be loaded into another network', async (t) => {
  const [one, other] = [start(t), start(t)];
  await one.send({ from: alice, to: stranger, value: '0x77' });
  await one.result('anvil_setStorageAt', contracts.reader, '0x5', word(5));
  const saved = await one.result('anvil_dumpState');
  assert.equal(await other.result('anvil_loadState', saved), true);
  const questions: [string, ...unknown[]][] = [
    ['eth_getBalance', stranger],
    ['eth_getTransactionCount', alice],
    ['eth_getStorageAt', contracts.reader, '0x5'],
    ['eth_getCode', contracts.spinner],
  ];
  for (const ask of questions) assert.equal(await other.result(...ask), await one.result(...ask), ask[0]);
  assert.match(await other.fault('anvil_loadState', '0x1234'), /^-32602 invalid argument 0: not a state/);
});

test('the network describes itself', async (t) => {
  const { result } = start(t);
  const info = (await result('anvil_nodeInfo')) as { currentBlockNumber: string; environment: { chainId: number } };
  assert.deepEqual([info.currentBlockNumber, info.environment.chainId], ['0x0', 9800]);
  type Metadata = { chainId: number; latestBlockNumber: number; forkedNetwork: null; snapshots: object };
  const metadata = async () => (await result('hardhat_metadata')) as Metadata & { instanceId: string };
  const { chainId, latestBlockNumber, forkedNetwork, snapshots, instanceId } = await metadata();
  assert.deepEqual([chainId, latestBlockNumber, forkedNetwork, snapshots], [9800, 0, null, {}]);
  assert.match(instanceId, /^0x[0-9a-f]{64}$/);
  const { hash } = (await result('eth_getBlockByNumber', '0x0', false)) as { hash: string };
  await result('evm_snapshot');
  assert.deepEqual((await metadata()).snapshots, { '0x0': [0, hash] });
  await result('anvil_reset');
  assert.notEqual((await metadata()).instanceId, instanceId);
});

test('a network may have the name of another', async (t) => {
  const { result } = start(t, { 'client-version': 'HardhatNetwork/2.22.0/qord' });
  assert.equal(await result('web3_clientVersion'), 'HardhatNetwork/2.22.0/qord');
  assert.equal(
    ((await result('anvil_metadata')) as { clientVersion: string }).clientVersion,
    'HardhatNetwork/2.22.0/qord',
  );
});

test('the interval between blocks has the unit of the tool', async (t) => {
  const { result, warnings } = start(t);
  const interval = async (method: string, value: number) => {
    await result(method, value);
    return result('anvil_getIntervalMining');
  };
  assert.equal(await interval('anvil_setIntervalMining', 5), 5);
  assert.equal(await interval('evm_setIntervalMining', 60), 60);
  assert.equal(await interval('hardhat_setIntervalMining', 7000), 7);
  assert.deepEqual(warnings, []);
  assert.equal(await interval('evm_setIntervalMining', 1000), 1000);
  assert.deepEqual(warnings.length, 1);
  assert.match(warnings[0] ?? '', /interval between blocks to 1000 seconds/);
  const hardhat = start(t, { 'client-version': 'HardhatNetwork/2.22.0' });
  await hardhat.result('evm_setIntervalMining', 1000);
  assert.equal(await hardhat.result('anvil_getIntervalMining'), 1);
});

test('a reset keeps what anvil keeps: interval, coinbase, gas limit, automining', async (t) => {
  const { result, block } = start(t);
  await result('anvil_setIntervalMining', 500);
  await result('anvil_setCoinbase', stranger);
  await result('evm_setBlockGasLimit', 9_999_999);
  await result('evm_setAutomine', false);
  await result('anvil_reset');
  assert.equal(await result('anvil_getIntervalMining'), 500);
  assert.equal(await result('anvil_getAutomine'), false);
  await result('evm_mine');
  const { number, miner, gasLimit } = await block();
  assert.deepEqual([number, miner, Number(gasLimit)], ['0x1', stranger, 9_999_999]);
});

test('a setting that would stop the chain is rejected, and changes nothing', async (t) => {
  const { result, fault, chain } = start(t);
  const much = `0x${'f'.repeat(64)}`;
  const year9999 = 'must be at most 253402300799 seconds';
  const late = 2 ** 40;
  const cases: readonly (readonly [string, readonly unknown[], string])[] = [
    ['anvil_setBalance', [stranger, `${much}ff`], '1: hex number > 256 bits'],
    ['anvil_setNonce', [stranger, much], '1: hex number > 64 bits'],
    ['anvil_setNonce', [stranger, -1], '1: non-string: number'],
    ['evm_setBlockGasLimit', [0], '0: must be 5000 to 9223372036854775807'],
    ['evm_setBlockGasLimit', [much], '0: must be 5000 to 9223372036854775807'],
    ['anvil_setNextBlockBaseFeePerGas', [much], `0: must be 0 to ${2n ** 128n}`],
    ['evm_increaseTime', [late], `0: ${year9999}`],
    ['evm_setTime', [late], `0: ${year9999}`],
    ['evm_setNextBlockTimestamp', [late], `0: ${year9999}`],
    ['evm_setIntervalMining', [late], `0: ${year9999}`],
    ['hardhat_setIntervalMining', [2 ** 50], '0: must be at most 253402300799000 milliseconds'],
    ['evm_mine', [late], `0: ${year9999}`],
    ['evm_mine', [{ timestamp: late }], `0: timestamp: ${year9999}`],
    ['anvil_setBlockTimestampInterval', [late], `0: ${year9999}`],
  ];
  for (const [method, params, words] of cases) {
    assert.equal(await fault(method, ...params), `-32602 invalid argument ${words}`, method);
  }
  assert.equal(await fault('anvil_mine', 100_001), '-32602 at most 100000 blocks at a time');
  assert.equal(await fault('anvil_rollback', 1), '-32602 the chain has only 0 blocks to go back');
  const last = chain.reader.head().timestamp;
  const words = `-32602 Timestamp error: ${last} is lower than or equal to previous block's timestamp ${last}`;
  for (const method of ['evm_mine', 'evm_setTime', 'evm_setNextBlockTimestamp']) {
    assert.equal(await fault(method, last), words, method);
  }
  assert.equal(await result('eth_blockNumber'), '0x0');
});

test('the largest balance can be given and taken any number of times', async (t) => {
  const { result, chain } = start(t);
  const most = `0x${'f'.repeat(64)}`;
  for (const wei of [most, '0x1', most, '0x5']) await result('anvil_setBalance', stranger, wei);
  assert.equal(await result('eth_getBalance', stranger), '0x5');
  assert.equal(totalSupply(chain.headState()), BigInt(developmentAccounts.length) * 1000n * weiPerQor + 5n);
});

test('no block is later than the year 9999', async (t) => {
  const { result, block } = start(t);
  await result('anvil_setBlockTimestampInterval', 253_402_300_799);
  await result('anvil_mine', 3);
  assert.equal(Number((await block()).timestamp), 253_402_300_799);
});

test('other requests are served while many blocks are made', async (t) => {
  const { result } = start(t);
  const mining = result('anvil_mine', 50);
  assert.ok(Number(await result('eth_blockNumber')) < 50);
  await mining;
  assert.equal(await result('eth_blockNumber'), quantity(50));
});

test('blocks are replaced by others', async (t) => {
  const { result, fault, send, block } = start(t);
  for (let count = 0; count < 3; count++) await send({ from: alice, to: bob, value: '0x1' });
  await result('evm_snapshot');
  const before = await block('0x2');
  const raw = (
    (await result('eth_signTransaction', { from: bob, to: alice, value: '0x7', nonce: '0x0' })) as { raw: string }
  ).raw;
  await result('anvil_reorg', 2, [
    [{ from: alice, to: stranger, value: '0x5' }, 1],
    [raw, 0],
  ]);
  const [second, third] = [await block('0x2'), await block('0x3')];
  assert.equal(await result('eth_blockNumber'), '0x3');
  assert.notEqual(second.transactions[0]?.hash, before.transactions[0]?.hash);
  assert.deepEqual(
    [second, third].map(({ transactions }) => transactions.map(({ from }) => from)),
    [[bob], [alice]],
  );
  assert.equal(await result('eth_getBalance', stranger), '0x5');
  assert.equal(await result('anvil_getAutomine'), true);
  assert.equal(await result('evm_revert', '0x0'), false);
  assert.equal(await fault('anvil_reorg', 4), '-32602 the chain has only 3 blocks to replace');
  assert.equal(await fault('anvil_reorg', 1, [[raw, 1]]), '-32602 block 1 is not one of the 1 new blocks');
});

test('blocks can be read as soon as they are made', async (t) => {
  const { result, fault, settle } = start(t);
  await result('evm_setAutomine', false);
  const hash = await result('eth_sendTransaction', { from: alice, to: bob });
  const blocks = (await result('evm_mine_detailed', { blocks: 2 })) as Block[];
  assert.deepEqual(
    blocks.map(({ number, transactions }) => [number, transactions.map((tx) => tx.hash)]),
    [
      ['0x1', [hash]],
      ['0x2', []],
    ],
  );
  await settle();
  assert.equal(await fault('evm_mine_detailed', { blocks: 101 }), '-32602 at most 100 blocks at a time');
});

test('balances are added to, and the chain id stays', async (t) => {
  const { result, fault } = start(t);
  await result('anvil_setBalance', stranger, '0x5');
  await result('anvil_addBalance', stranger, '0x6');
  assert.equal(await result('eth_getBalance', stranger), '0xb');
  await result('hardhat_addBalance', stranger, `0x${'f'.repeat(64)}`);
  assert.equal(await result('eth_getBalance', stranger), `0x${'f'.repeat(64)}`);
  assert.equal(await result('anvil_setChainId', 9800), null);
  assert.match(await fault('anvil_setChainId', 1), /^-32000 the chain id is 9800/);
});
