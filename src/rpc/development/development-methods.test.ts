import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalSupply } from '../../kernel/supply.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { zeroHash } from '../../primitives/hash.ts';
import { quantity } from '../../primitives/quantity.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { alice, bob } from '../../testing/evm-interface.ts';
import { now, start, stranger, word } from '../../testing/interfaces/development-session.ts';
import { maxImpersonated } from './signing/signers.ts';

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

test('10,000 accounts may be impersonated, and not one more', async (t) => {
  const { result, fault } = start(t);
  const account = (index: number) => `0x${(index + 2 ** 40).toString(16).padStart(40, '0')}`;
  for (let index = 0; index < maxImpersonated; index++) await result('anvil_impersonateAccount', account(index));
  const full =
    '-32005 10000 accounts are impersonated already: stop some, or impersonate all with anvil_autoImpersonateAccount';
  assert.equal(await fault('anvil_impersonateAccount', stranger), full);
  await result('anvil_impersonateAccount', account(0));
  const accounts = (await result('eth_accounts')) as string[];
  assert.equal(new Set(accounts).size, accounts.length);
  await result('anvil_stopImpersonatingAccount', account(0));
  await result('anvil_impersonateAccount', stranger);
  assert.equal(((await result('eth_accounts')) as string[]).at(-1), stranger);
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
  assert.equal(await result('anvil_dropTransaction', hashes[2]), hashes[2]);
  assert.equal(await result('anvil_dropTransaction', hashes[2]), null);
  assert.equal(await result('hardhat_dropTransaction', hashes[2]), false);
  assert.deepEqual(await result('txpool_status'), { pending: '0x2', queued: '0x0' });
  await result('anvil_removePoolTransactions', alice);
  await send({ from: bob, to: alice });
  await result('anvil_dropAllTransactions');
  assert.deepEqual(await result('txpool_status'), { pending: '0x0', queued: '0x0' });
});

test('the network describes itself', async (t) => {
  const { result } = start(t);
  const info = (await result('anvil_nodeInfo')) as {
    currentBlockNumber: string;
    environment: { chainId: number; gasPrice: string };
  };
  assert.deepEqual([info.currentBlockNumber, info.environment.chainId], ['0x0', 9800]);
  assert.equal(info.environment.gasPrice, await result('eth_gasPrice'));
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

test('a reset keeps what anvil keeps, how blocks are made, and forgets what was set for the next block', async (t) => {
  const { result, block } = start(t);
  await result('anvil_setIntervalMining', 500);
  await result('anvil_setCoinbase', stranger);
  await result('evm_setBlockGasLimit', 9_999_999);
  await result('evm_setAutomine', false);
  await result('anvil_setBlockTimestampInterval', 7);
  await result('evm_setNextBlockTimestamp', now + 5000);
  await result('anvil_setNextBlockBaseFeePerGas', '0x777777777777');
  await result('anvil_setPrevRandao', word(5));
  await result('anvil_reset');
  assert.equal(await result('anvil_getIntervalMining'), 500);
  assert.equal(await result('anvil_getAutomine'), false);
  await result('evm_mine');
  const { number, miner, gasLimit } = await block();
  assert.deepEqual([number, miner, Number(gasLimit)], ['0x1', stranger, 9_999_999]);
  const { timestamp, baseFeePerGas, mixHash } = await block();
  const first = await block('0x0');
  assert.deepEqual([Number(timestamp) - Number(first.timestamp), baseFeePerGas], [7, '0x174876e800']);
  assert.notEqual(mixHash, word(5));
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

test('balances are added to', async (t) => {
  const { result } = start(t);
  await result('anvil_setBalance', stranger, '0x5');
  await result('anvil_addBalance', stranger, '0x6');
  assert.equal(await result('eth_getBalance', stranger), '0xb');
  await result('hardhat_addBalance', stranger, `0x${'f'.repeat(64)}`);
  assert.equal(await result('eth_getBalance', stranger), `0x${'f'.repeat(64)}`);
});

test('options with a member that nobody knows are an error that names it, and change nothing', async (t) => {
  const { result, fault } = start(t);
  await result('anvil_mine', 2);
  const names = 'the names are';
  for (const method of ['evm_mine', 'anvil_mine_detailed'])
    assert.equal(
      await fault(method, { block: 3 }),
      `-32602 invalid argument 0: unknown member "block", ${names} blocks, timestamp`,
      method,
    );
  const nested = { forking: { httpHeaders: {}, jsonRpcUrl: 'http://127.0.0.1:1' } };
  for (const method of ['anvil_reset', 'hardhat_reset']) {
    assert.equal(
      await fault(method, { fork: {} }),
      `-32602 invalid argument 0: unknown member "fork", ${names} forking, jsonRpcUrl, blockNumber`,
    );
    assert.equal(
      await fault(method, nested),
      `-32602 invalid argument 0: forking: unknown member "httpHeaders", ${names} jsonRpcUrl, blockNumber`,
    );
  }
  assert.equal(await result('eth_blockNumber'), '0x2');
});
