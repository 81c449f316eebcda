import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantity } from '../../primitives/quantity.ts';
import { createEvmInterface, signed } from '../../testing/evm-interface.ts';

const gwei = 1_000_000_000n;
const floor = 100n * gwei;
type History = { oldestBlock: string; baseFeePerGas: string[]; gasUsedRatio: number[]; reward?: string[][] };

test('prices are never below the floor', async () => {
  const { result } = createEvmInterface();
  assert.equal(await result('eth_gasPrice'), quantity(floor + gwei));
  assert.equal(await result('eth_maxPriorityFeePerGas'), quantity(gwei));
  assert.equal(await result('eth_baseFee'), quantity(floor));
  assert.equal(await result('eth_blobBaseFee'), '0x1');
});

test('one base fee more than blocks, of past ranges too', async () => {
  const { chain, result } = createEvmInterface();
  for (let i = 0; i < 5; i++) chain.mine();
  const history = (await result('eth_feeHistory', '0x3', 'latest', null)) as History;
  assert.equal(history.oldestBlock, '0x3');
  assert.deepEqual(history.baseFeePerGas, Array(4).fill(quantity(floor)));
  assert.deepEqual(history.gasUsedRatio, [0, 0, 0]);
  assert.equal('reward' in history, false);
  const past = (await result('eth_feeHistory', 2, '0x2', [])) as History;
  assert.deepEqual([past.oldestBlock, past.baseFeePerGas.length, past.reward], ['0x1', 3, [[], []]]);
});

test('rewards are weighted by gas, empty blocks reward nothing', async () => {
  const { chain, result } = createEvmInterface();
  const tips = [3n, 1n, 2n];
  chain.mine(tips.map((tip, nonce) => signed({ nonce: BigInt(nonce), maxPriorityFeePerGas: tip })));
  chain.mine();
  const { reward } = (await result('eth_feeHistory', '0x2', 'latest', [0, 34, 50, 67, 100])) as History;
  assert.deepEqual(reward, [['0x1', '0x2', '0x2', '0x3', '0x3'], Array(5).fill('0x0')]);
});

test('a range longer than the chain, or than 1024 blocks, is shortened', async () => {
  const { chain, result } = createEvmInterface();
  chain.mine();
  const all = (await result('eth_feeHistory', '0xffff', 'latest', [])) as History;
  assert.deepEqual([all.oldestBlock, all.gasUsedRatio.length], ['0x0', 2]);
  for (let i = 0; i < 1100; i++) chain.mine();
  assert.equal(((await result('eth_feeHistory', '0xffff', 'latest')) as History).gasUsedRatio.length, 1024);
  const none = { oldestBlock: '0x0', baseFeePerGas: [], gasUsedRatio: [] };
  assert.deepEqual(await result('eth_feeHistory', 0, 'latest'), none);
});

test('a response is new when the head is', async () => {
  const { chain, result } = createEvmInterface();
  const ask = async () => ((await result('eth_feeHistory', '0x1', 'latest', [50])) as History).oldestBlock;
  assert.equal(await ask(), '0x0');
  chain.mine();
  assert.equal(await ask(), '0x1');
});

test('wrong parameters', async () => {
  const { fault } = createEvmInterface();
  const ask = async (...params: unknown[]) =>
    (await fault('eth_feeHistory', ...params)).replace('-32602 invalid argument ', '');
  assert.equal(await ask(), '-32602 missing value for required argument 0');
  assert.equal(await ask(-1, 'latest'), '0: not a count: -1');
  assert.equal(await ask(1.5, 'latest'), '0: not a count: 1.5');
  assert.equal(await ask('1a', 'latest'), '0: hex string without 0x prefix');
  assert.equal(await ask('0x1', '0x9'), '-32000 request beyond head block: requested 9, head 0');
  assert.equal(await ask('0x1', 'latest', [50, 50]), '2: invalid reward percentile: #0:50 >= #1:50');
  assert.equal(await ask('0x1', 'latest', [101]), '2: invalid reward percentile: 101');
  assert.equal(await ask('0x1', 'latest', ['1']), '2: invalid reward percentile: 1');
  assert.equal(
    await ask(
      '0x1',
      'latest',
      Array.from({ length: 101 }, (_, i) => i / 2),
    ),
    '2: over the query limit 100',
  );
  assert.equal(await ask('0x1', 'latest', 50), '2: non-array: number');
});
