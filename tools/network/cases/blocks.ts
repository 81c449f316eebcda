import { assertSameChain } from '#qord/testing/network/compare-nodes.ts';
import { mixBlocks } from '#qord/testing/network/mixed-load.ts';
import { allAt, startNetwork } from '#qord/testing/network/network.ts';
import type { NetworkCase } from './network-case.ts';

export const blocks: NetworkCase = {
  summary: '200 blocks of transfers, contracts and module calls are the same at five nodes, app hashes included',
  run: async (t, { rounds = 200 }) => {
    const nodes = await startNetwork(t, { validators: 4, fullNodes: 1 });
    await allAt(nodes, 1);
    await mixBlocks(nodes, rounds);
    const to = Math.min(...(await Promise.all(nodes.map((node) => node.height()))));
    console.log(`compared ${to} blocks with ${await assertSameChain(nodes, 1, to)} transactions: all the same`);
  },
};
