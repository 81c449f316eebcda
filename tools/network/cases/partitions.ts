import assert from 'node:assert/strict';
import { assertSameChain } from '#qord/testing/network/compare-nodes.ts';
import { allAt, startLinkedNetwork } from '#qord/testing/network/network.ts';
import {
  healingGoalMs,
  loseGossip,
  partitionInHalves,
  partitionThreeFromOne,
} from '#qord/testing/network/partitions.ts';
import type { NetworkCase } from './network-case.ts';

export const partitions: NetworkCase = {
  summary: 'a network is divided 3|1 and 2|2, and is whole again within 15 s; 3 rounds',
  run: async (t, { rounds = 3 }) => {
    const { nodes, links } = await startLinkedNetwork(t, { validators: 4, fullNodes: 1 });
    await allAt(nodes, 1);
    const recoveryTime: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const halves = await partitionInHalves(nodes, links);
      const one = await partitionThreeFromOne(nodes, links);
      const lost = await loseGossip(nodes[4] ?? assert.fail(), 4, nodes, links);
      console.log(
        `round ${round}: halves heal in ${halves.recoveryTime} ms, one in ${one.recoveryTime} ms, gossip in ${lost} ms`,
      );
      recoveryTime.push(halves.recoveryTime, one.recoveryTime);
    }
    const to = Math.min(...(await Promise.all(nodes.map((node) => node.height()))));
    console.log(`compared ${to} blocks with ${await assertSameChain(nodes, 1, to)} transactions: all the same`);
    assert.ok(Math.max(...recoveryTime) <= healingGoalMs, `the slowest took longer than ${healingGoalMs} ms`);
  },
};
