import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { assertSameChain } from '../../testing/network/compare-nodes.ts';
import { type CrashPoint, crashAt, crashPoints } from '../../testing/network/crash-points.ts';
import { allAt, startTappedNetwork } from '../../testing/network/network.ts';

test('a crash between two messages about a block: it is executed again with the same hash', {
  skip: cometMissing,
}, async (t) => {
  const tapped = await startTappedNetwork(t, 0, { validators: 1, fullNodes: 1 });
  const { nodes, node } = tapped;
  await allAt(nodes, 1);
  for (const point of Object.keys(crashPoints) as CrashPoint[]) {
    await t.test(point, async () => void (await crashAt(point, tapped)));
  }

  await t.test('all blocks are the same at the other node', async () => {
    const to = await node.height();
    await allAt(nodes, to);
    const transactions = await assertSameChain(nodes, 1, to);
    assert.ok(transactions >= Object.keys(crashPoints).length, `${transactions}`); // one in each block of a crash at least
  });
});
