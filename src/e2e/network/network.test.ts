import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { assertSameChain } from '../../testing/network/compare-nodes.ts';
import { mixBlocks, send } from '../../testing/network/mixed-load.ts';
import { allAt, type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { accountOf, signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

const skip = cometMissing;
/** Transactions that are timed: on a busy machine some take longer. */
const attempts = 5n;

test('four validators and a full node', { skip }, async (t) => {
  const nodes = await startNetwork(t, { validators: 4, fullNodes: 1 });
  const [first, second, , , full] = nodes;
  assert.ok(first && second && full);
  await allAt(nodes, 1);

  await t.test('the interfaces show peers and progress', async () => {
    await until(async () => (await full.call('eth_syncing')) === false, 'the full node to be at the head');
    await until(async () => (await full.call('net_peerCount')) === '0x1', 'the peer of the full node');
    await until(async () => Number(await first.call('net_peerCount')) === 4, 'all peers of the first');
    assert.equal(await full.call('getHealth'), 'ok');
    const cluster = await full.call<{ pubkey: string }[]>('getClusterNodes');
    assert.equal(cluster.length, 2);
    const { current } = await full.call<{ current: { nodePubkey: string }[] }>('getVoteAccounts');
    const ids = cluster.map(({ pubkey }) => pubkey);
    assert.ok(
      current.some(({ nodePubkey }) => ids.includes(nodePubkey)),
      'its one peer is a validator',
    );
  });

  await t.test('a transaction sent to the full node is in a block, and everywhere', async (t) => {
    const times: number[] = [];
    for (let nonce = 0n; nonce < attempts; nonce++) {
      const began = performance.now();
      const hash = await send(full, signFrom(9, { nonce, cap: 10n ** 13n }));
      const receipt = (node: NetworkNode) => node.call<object | null>('eth_getTransactionReceipt', hash);
      await until(async () => (await receipt(first)) !== null, 'the receipt at another node');
      times.push(Math.round(performance.now() - began));
      await until(async () => (await receipt(full)) !== null, 'the receipt at the node it was sent to');
    }
    t.diagnostic(`receipts at another node after ${times.join(', ')} ms`);
  });

  await t.test('a transaction behind a nonce gap stays at its node until the gap is filled', async () => {
    const later = await send(full, signFrom(9, { nonce: attempts + 1n, cap: 10n ** 13n }));
    const height = await first.height();
    await allAt([first], height + 2);
    assert.equal(await first.call('eth_getTransactionByHash', later), null);
    await send(second, signFrom(9, { nonce: attempts, cap: 10n ** 13n }));
    await until(async () => (await first.call('eth_getTransactionReceipt', later)) !== null, 'the later one');
  });

  await t.test('blocks of mixed transactions are the same at all nodes, and their hash is the app hash', async () => {
    await mixBlocks(nodes, 30);
    const to = await full.height();
    await allAt(nodes, to);
    const compared = await assertSameChain(nodes, 1, to);
    assert.ok(compared > 100, `${compared} transactions`);
    t.diagnostic(`${to} blocks with ${compared} transactions compared`);
  });

  await t.test('the miner of a block is the operator of its proposer, and all propose', async () => {
    const operators = new Set([0, 1, 2, 3].map(accountOf).map(String));
    const miners = new Set<string>();
    for (let height = 1; miners.size < 4; height++) {
      assert.ok(height <= 400, [...miners].join());
      await allAt([first], height);
      const { miner } = await first.call<{ miner: string }>('eth_getBlockByNumber', `0x${height.toString(16)}`, false);
      assert.ok(operators.has(miner), miner);
      miners.add(miner);
    }
  });
});
