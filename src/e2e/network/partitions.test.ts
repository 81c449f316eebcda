import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { assertSameChain } from '../../testing/network/compare-nodes.ts';
import { send } from '../../testing/network/mixed-load.ts';
import { allAt, type NetworkNode, startLinkedNetwork } from '../../testing/network/network.ts';
import {
  healingGoalMs,
  loseGossip,
  partitionInHalves,
  partitionThreeFromOne,
} from '../../testing/network/partitions.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

const cap = 10n ** 13n;
const gwei = 10n ** 9n;

const find = (node: NetworkNode, hash: string) => node.call<object | null>('eth_getTransactionByHash', hash);

/** Waits until all these nodes know, or do not know, a transaction. */
async function untilKnown(nodes: readonly NetworkNode[], hash: string, isKnown = true): Promise<void> {
  const all = async () => (await Promise.all(nodes.map((node) => find(node, hash)))).map((found) => found !== null);
  await until(async () => (await all()).every((known) => known === isKnown), `${hash} to be known: ${isKnown}`);
}

/** Sends one transaction from each of eight accounts to two nodes in turn, the tips in no order. */
async function sendTips(nodes: readonly NetworkNode[]): Promise<readonly Transaction[]> {
  const tips = [3n, 7n, 1n, 8n, 2n, 6n, 4n, 5n];
  const sent = tips.map((tip, account) => signFrom(account, { tip: tip * gwei, cap }));
  for (const [index, transaction] of sent.entries()) await send(nodes[index % 2] as NetworkNode, transaction);
  return sent;
}

/** Asserts that the transactions of each block stand by their tips; returns how many the fullest block has. */
async function assertFeeOrder(node: NetworkNode, sent: readonly Transaction[]): Promise<number> {
  const tipsOf = new Map<string, bigint[]>();
  for (const { hash } of sent) {
    type Found = { blockNumber: string; transactionIndex: string; maxPriorityFeePerGas: string };
    const { blockNumber, transactionIndex, maxPriorityFeePerGas } = (await find(node, hash)) as Found;
    const tips = tipsOf.get(blockNumber) ?? [];
    tips[Number(transactionIndex)] = BigInt(maxPriorityFeePerGas);
    tipsOf.set(blockNumber, tips);
  }
  const blocks = [...tipsOf.values()].map((tips) => tips.flat()); // places of other transactions are holes
  for (const tips of blocks)
    assert.deepEqual(
      tips,
      tips.toSorted((a, b) => (a > b ? -1 : 1)),
    );
  return Math.max(...blocks.map((tips) => tips.length));
}

test('a divided network', { skip: cometMissing }, async (t) => {
  const { nodes, links } = await startLinkedNetwork(t, { validators: 4, fullNodes: 1 });
  const [first, second, , , full] = nodes;
  assert.ok(first && second && full);
  await allAt(nodes, 2);

  await t.test(
    'two against two make no block; fees decide the order of what waited, the best offer wins',
    async (t) => {
      let sent: readonly Transaction[] = [];
      const [low, high] = [10n, 20n].map((tip) => signFrom(8, { tip: tip * gwei, cap: cap * (tip / 10n) }));
      assert.ok(low && high);
      const { recoveryTime } = await partitionInHalves(nodes, links, async () => {
        sent = await sendTips(nodes);
        for (const { hash } of sent) await untilKnown([first, second, full], hash);
        await send(first, low);
        await untilKnown([first, second, full], low.hash);
        await send(full, high);
        await untilKnown([first, second, full], high.hash);
        await untilKnown([first, second, full], low.hash, false);
      });
      t.diagnostic(`all nodes had a block more ${recoveryTime} ms after the halves were connected again`);
      assert.ok(recoveryTime <= healingGoalMs);
      for (const { hash } of [...sent, high]) {
        for (const node of nodes)
          await until(
            async () => (await node.call('eth_getTransactionReceipt', hash)) !== null,
            `the receipt of ${hash}`,
          );
      }
      assert.ok((await assertFeeOrder(first, sent)) > 1);
      await untilKnown(nodes, low.hash, false);
    },
  );

  await t.test('three continue without the fourth, which catches up', async (t) => {
    const { recoveryTime } = await partitionThreeFromOne(nodes, links);
    t.diagnostic(`it had all blocks ${recoveryTime} ms after it was connected again`);
    assert.ok(recoveryTime <= healingGoalMs);
  });

  await t.test('a transaction that reached no peer is sent again', async (t) => {
    const milliseconds = await loseGossip(full, 4, nodes, links);
    t.diagnostic(`it was in a block ${milliseconds} ms after the node had a peer again`);
  });

  const to = await first.height();
  await allAt(nodes, to);
  await assertSameChain(nodes, 1, to);
});
