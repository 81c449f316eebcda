import assert from 'node:assert/strict';
import { allAt, type NetworkNode, startNetwork } from '#qord/testing/network/network.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { until } from '#qord/testing/until.ts';
import { buildChangedComet } from '../changed-comet.ts';
import type { NetworkCase } from './network-case.ts';

/**
 * How a proposer takes the time of its block from the votes, and how a wrong one does: still within what clocks may
 * differ.
 */
const [correct, wrong] = ['timestamp = ts\n', 'timestamp = ts.Add(20 * time.Second)\n'];
const blocks = 12;

/** A validator cannot change the time of a block through its application, so CometBFT itself is changed for it. */
export const wrongTime: NetworkCase = {
  summary: 'a validator proposes blocks of a wrong time, which the others reject; builds a changed CometBFT with Go',
  run: async (t) => {
    const binary = buildChangedComet(t, [{ file: 'state/state.go', from: correct, to: wrong }]);
    const nodes = await startNetwork(t, { validators: 4 });
    const [first, , , faulty] = nodes;
    assert.ok(first && faulty);
    await allAt(nodes, 2);
    await faulty.process.stop('SIGTERM');
    await faulty.start({ 'comet.binary': binary });
    const from = await first.height();
    await until(() => hasRejected(first), 'a proposal to be rejected');
    await allAt(nodes, from + blocks);
    for (let height = from + 2; height <= from + blocks; height++) {
      const { miner } = await first.call<{ miner: string }>('eth_getBlockByNumber', `0x${height.toString(16)}`, false);
      assert.notEqual(miner, accountOf(3), `the miner of block ${height}`);
    }
    console.log(`${blocks} blocks, none of them of the validator with the wrong time`);
  },
};

function hasRejected({ process }: NetworkNode): boolean {
  return process.records.some(({ msg, err }) => /prevoting nil/.test(msg) && /invalid block time/.test(String(err)));
}
