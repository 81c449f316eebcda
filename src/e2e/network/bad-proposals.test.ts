import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badProposals } from '../../testing/network/bad-proposals.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { assertSameChain } from '../../testing/network/compare-nodes.ts';
import { allAt, type NetworkNode, startTappedNetwork } from '../../testing/network/network.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

/** Heights at which a node has rejected a proposal for that reason. */
function rejectedHeights({ process }: NetworkNode, expected: RegExp): readonly number[] {
  return process.records.flatMap(({ msg, height, reason }) =>
    msg === 'rejected the proposal of another validator' && expected.test(String(reason)) ? [Number(height)] : [],
  );
}

test('the block of a bad proposer is rejected, and the next one makes it', { skip: cometMissing }, async (t) => {
  const { nodes, tap } = await startTappedNetwork(t, 3, { validators: 4 });
  const honest = nodes.slice(0, 3);
  const [first] = nodes;
  assert.ok(first);
  await allAt(nodes, 1);
  for (const [name, { spoil, reason }] of Object.entries(badProposals)) {
    await t.test(name, async () => {
      const before = await first.height();
      tap.rule = ({ direction, content }) => {
        if (direction === 'request' || content.prepareProposal === undefined) return 'pass';
        const [report, ...others] = content.prepareProposal.txs;
        return { response: { prepareProposal: { txs: spoil(report ?? new Uint8Array(0), others) } } };
      };
      const rejected = (node: NetworkNode) => rejectedHeights(node, reason).find((height) => height > before);
      await until(() => honest.every((node) => rejected(node) !== undefined), 'all to reject it');
      const height = rejected(first) ?? 0;
      await allAt(honest, height); // in no later round does the bad proposer make a good one
      tap.rule = () => 'pass';
      await allAt(nodes, height + 1);
      const { miner } = await first.call<{ miner: string }>('eth_getBlockByNumber', `0x${height.toString(16)}`, false);
      assert.notEqual(miner, accountOf(3));
    });
  }
  const to = await first.height();
  await allAt(nodes, to);
  await assertSameChain(nodes, 1, to);
});
