import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantity } from '../../primitives/quantity.ts';
import { alice, bob } from '../../testing/evm-interface.ts';
import { type Block, now, start, stranger } from '../../testing/interfaces/development-session.ts';

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

test('what waits when automine is enabled is in a block at once, or by the name of Hardhat with the next transaction', async (t) => {
  const waiting = async (version: string) => {
    const { result, block, settle } = start(t, { 'client-version': version });
    await result('evm_setAutomine', false);
    const hash = await result('eth_sendTransaction', { from: alice, to: bob });
    await result('evm_setAutomine', true);
    await settle();
    const alone = (await block()).transactions.length;
    const next = await result('eth_sendTransaction', { from: alice, to: bob, nonce: '0x1' });
    await settle();
    const last = (await block()).transactions.map((tx) => tx.hash);
    return { alone, last: last.map((each) => [hash, next].indexOf(each)) };
  };
  assert.deepEqual(await waiting(''), { alone: 1, last: [1] });
  assert.deepEqual(await waiting('HardhatNetwork/2.22.0/qord'), { alone: 0, last: [0, 1] });
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

test('a time that is set replaces what was set for the next block, and blocks with a step continue from there', async (t) => {
  const { result, block } = start(t);
  const timeOf = async (tag: string) => Number((await block(tag)).timestamp) - now;
  await result('evm_setNextBlockTimestamp', now + 900);
  assert.equal(await result('evm_setTime', now + 300), 0, 'clients read a number without sign');
  assert.equal(await result('evm_setTime', now + 300), 0);
  assert.equal(await timeOf('pending'), 300);
  await result('evm_mine');
  assert.equal(await timeOf('latest'), 300);
  assert.equal(await result('evm_increaseTime', 10), 310);
  await result('anvil_setBlockTimestampInterval', 7);
  assert.equal(await result('evm_setTime', now + 1000), 1000 - 307);
  await result('anvil_mine', 2);
  assert.equal(await timeOf('latest'), 1014);
  assert.equal(await result('evm_setTime', now + 2000), 2000 - 1021);
  await result('anvil_setBlockTimestampInterval', 9);
  assert.equal(await timeOf('pending'), 2009, 'another step counts from there, too');
  await result('anvil_removeBlockTimestampInterval');
  await result('evm_mine');
  assert.equal(await timeOf('latest'), 2000);
  await result('anvil_setBlockTimestampInterval', 9);
  await result('evm_mine');
  assert.equal(await timeOf('latest'), 2009);
});

test('blocks with an interval begin after one with the name of anvil, and at once with that of Hardhat', async (t) => {
  const { result, block } = start(t);
  const timeOf = async (tag: string) => Number((await block(tag)).timestamp) - now;
  await result('anvil_mine', 2, 100);
  assert.deepEqual([await timeOf('0x1'), await timeOf('0x2')], [100, 200]);
  await result('hardhat_mine', 2, 50);
  assert.deepEqual([await timeOf('0x3'), await timeOf('0x4')], [200, 250]);
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

test('a base fee below that of the chain is for the next block with its transactions', async (t) => {
  const { result, fault, send, block } = start(t);
  const free = { from: alice, to: bob, gas: '0x5208', gasPrice: '0x0' };
  assert.match(await fault('eth_sendTransaction', free), /^-32000 max fee per gas less than block base fee/);
  await result('hardhat_setNextBlockBaseFeePerGas', '0x0');
  const hash = await send(free);
  const { number, baseFeePerGas, transactions } = await block();
  assert.deepEqual([number, baseFeePerGas, transactions.map((tx) => tx.hash)], ['0x1', '0x0', [hash]]);
  assert.match(await fault('eth_sendTransaction', free), /^-32000 max fee per gas less than block base fee/);
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
  const send = (tx: object) => result('eth_sendTransaction', { from: alice, gas: '0x30000', ...tx });
  await send({ data: '0x602a5f5260206020f3' }); // creates a contract whose code is 32 zero bytes
  await send({ data: '0x6004601cfd' }); // reverts with 4 zero bytes
  await send({ data: '0xfe' });
  await send({ to: bob });
  const detailed = (await result('evm_mine_detailed')) as readonly { transactions: Record<string, string>[] }[];
  assert.deepEqual(
    detailed[0]?.transactions.map(({ output, revertReason }) => [output, revertReason]),
    [
      [`0x${'00'.repeat(32)}`, undefined],
      ['0x00000000', undefined],
      [undefined, undefined],
      ['0x', undefined],
    ],
  );
  await settle();
  assert.equal(await fault('evm_mine_detailed', { blocks: 101 }), '-32602 at most 100 blocks at a time');
});

test('by the name of Hardhat, blocks of one second have times of their own, and shifts count from there', async (t) => {
  const times = async (version: string) => {
    const { result, block } = start(t, { 'client-version': version });
    const found: number[] = [];
    const mine = async () => {
      await result('evm_mine');
      found.push(Number((await block()).timestamp) - now);
    };
    for (let count = 0; count < 3; count++) await mine();
    await result('evm_increaseTime', 60);
    await mine();
    return found;
  };
  assert.deepEqual(await times('HardhatNetwork/2.22.0/qord'), [0, 1, 2, 62]);
  assert.deepEqual(await times(''), [0, 0, 0, 60]);
});
