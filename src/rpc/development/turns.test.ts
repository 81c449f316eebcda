import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hash } from '../../primitives/hash.ts';
import { alice, bob } from '../../testing/evm-interface.ts';
import { type Block, now, start, stranger } from '../../testing/interfaces/development-session.ts';
import { localCall } from '../../testing/interfaces/local-call.ts';
import { postJson } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { detailedBlocksExecution } from './detailed-blocks.ts';

test('blocks that many requests make at once are returned to those who made them', async (t) => {
  const { result } = start(t);
  const counts = [1, 3, 2, 5, 1, 4];
  const made = counts.map(async (blocks) => (await result('evm_mine_detailed', { blocks })) as Block[]);
  const others = [result('evm_mine'), result('anvil_mine', 3)];
  const lists = await Promise.all(made);
  await Promise.all(others);
  const numbers = lists.flat().map((block) => Number(block.number));
  assert.deepEqual(
    lists.map(({ length }) => length),
    counts,
  );
  assert.equal(new Set(numbers).size, 16, 'no block is returned twice');
  assert.equal(await result('eth_blockNumber'), '0x14');
  for (const block of lists.flat()) assert.deepEqual(block, await result('eth_getBlockByNumber', block.number, true));
});

test('blocks that are gone when they would be returned are not replaced by others of their heights', async (t) => {
  const { result, parts } = start(t);
  const [block] = (await result('evm_mine_detailed')) as (Block & { hash: Hash })[];
  assert.ok(block);
  const made = { blocks: [{ height: 1, hash: block.hash }] };
  const again = () => parts.executor.run(detailedBlocksExecution, made, localCall);
  assert.deepEqual(JSON.parse(writeJson(await again())), [block]);
  await Promise.all([result('anvil_rollback', 1), result('evm_mine', now + 9)]);
  await assert.rejects(async () => again(), { code: -32000, message: 'block 1 was made, and the chain then rewound' });
});

test('a time is compared with the newest block at its turn', async (t) => {
  const { result, fault, block } = start(t);
  await result('evm_mine', now + 500);
  const mined = result('evm_mine', now + 1000);
  const words = `-32602 Timestamp error: ${now + 700} is lower than or equal to previous block's timestamp ${now + 1000}`;
  const late = ['evm_mine', 'evm_setNextBlockTimestamp', 'evm_setTime'].map((method) => fault(method, now + 700));
  assert.deepEqual(await Promise.all([mined, ...late]), ['0x0', words, words, words]);
  const [back, moved] = [result('anvil_rollback', 1), result('evm_setTime', now + 700)];
  assert.equal(await back, null);
  assert.equal(await moved, 0, 'the later block is gone: it moved back');
  await result('evm_mine');
  assert.equal(Number((await block()).timestamp), now + 700);
});

test('times that are moved at once add up, and blocks of an interval keep it', async (t) => {
  const { result, block } = start(t);
  const shifts = await Promise.all([10, 20, 30].map((seconds) => result('evm_increaseTime', seconds)));
  assert.deepEqual(shifts, [10, 30, 60]);
  await Promise.all([result('anvil_mine', 4, 100), result('anvil_mine', 4, 1000)]);
  const times: number[] = [];
  for (let number = 1; number <= 8; number++) times.push(Number((await block(`0x${number.toString(16)}`)).timestamp));
  assert.equal(times[7], now + 60 + 400 + 4000);
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  assert.equal(steps.filter((step) => step === 100).length, 3, steps.join());
  assert.equal(steps.filter((step) => step === 1000).length, 4, steps.join());
});

test('what is set while the chain goes back is not taken back with it', async (t) => {
  const { result, block } = start(t);
  const snapshot = await result('evm_snapshot');
  await result('anvil_mine', 200);
  const [reverted, shift] = [result('evm_revert', snapshot), result('evm_increaseTime', 50)];
  assert.deepEqual(await Promise.all([reverted, shift]), [true, 50]);
  await result('evm_mine');
  assert.equal(Number((await block()).timestamp), now + 50);
});

test('a snapshot that is taken while the chain goes back is of the block where it ends', async (t) => {
  const { result } = start(t);
  await result('anvil_mine', 200);
  const back = result('anvil_rollback', 150);
  const snapshots = Promise.all([1, 2, 3].map(() => result('evm_snapshot')));
  assert.deepEqual(await Promise.all([back, snapshots]), [null, ['0x0', '0x1', '0x2']]);
  await result('anvil_mine', 10);
  assert.equal(await result('evm_revert', '0x1'), true);
  assert.equal(await result('eth_blockNumber'), '0x32');
  assert.equal(await result('evm_revert', '0x2'), false);
  assert.equal(await result('evm_revert', '0x0'), true);
});

test('reorganisations at once replace their blocks one after the other, and transactions cause blocks afterwards', async (t) => {
  const { result, send, block, fault } = start(t);
  await result('anvil_mine', 5);
  const placed = (to: string, at: number) => [[{ from: alice, to, value: '0x5' }, at]];
  const replaced = [result('anvil_reorg', 2, placed(stranger, 1)), result('anvil_reorg', 3, placed(bob, 0))];
  const mined = [result('anvil_mine', 1), result('anvil_reorg', 6), fault('anvil_reorg', 7)];
  const words = '-32602 the chain has only 6 blocks to replace';
  assert.deepEqual(await Promise.all([...replaced, ...mined]), [null, null, null, null, words]);
  assert.equal(await result('eth_blockNumber'), '0x6');
  assert.equal(await result('anvil_getAutomine'), true);
  await send({ from: alice, to: stranger });
  assert.equal((await block()).number, '0x7');
});

test('many of them in a batch and over several connections do what each says', { timeout: 600_000 }, async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const batchOf = (requests: readonly (readonly [method: string, ...params: unknown[]])[]) =>
    JSON.stringify(requests.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })));
  const ask = async (...requests: Parameters<typeof batchOf>[0]) => {
    const responses = (await postJson(urls.http, batchOf(requests))) as unknown as { result: unknown }[];
    return responses.map(({ result }) => result);
  };
  const rounds = [...Array(12).keys()];
  const results = await Promise.all(
    rounds.map(() => ask(['evm_mine_detailed', { blocks: 3 }], ['evm_snapshot'], ['evm_mine_detailed'])),
  );
  const numbers = results.flatMap(([some, , one]) => [...(some as Block[]), ...(one as Block[])].map((b) => b.number));
  assert.deepEqual(
    numbers.map(Number).sort((a, b) => a - b),
    [...Array(48).keys()].map((index) => index + 1),
  );
  const ids = results.map(([, id]) => Number(id));
  assert.equal(new Set(ids).size, 12);
  const reverted = await Promise.all(rounds.map((index) => ask(['evm_revert', ids[index]], ['evm_snapshot'])));
  assert.ok(reverted.some(([done]) => done === true));
  const [[last]] = (await Promise.all([ask(['eth_blockNumber']), ask(['evm_increaseTime', 1])])) as [[string], unknown];
  assert.ok(Number(last) < 48);
});
