import { assertSameChain } from '#qord/testing/network/compare-nodes.ts';
import { killRound, killTargets } from '#qord/testing/network/kill-round.ts';
import { allAt, startNetwork } from '#qord/testing/network/network.ts';
import { seededRandom } from '#qord/testing/random/seeded-random.ts';
import type { NetworkCase } from './network-case.ts';

/** In each round something is killed at a random moment under load. */
export const kills: NetworkCase = {
  summary:
    'kill -9 of nodes, of CometBFT, of both or of all under load, 30 rounds by default: no fork, no lost receipt',
  run: async (t, { rounds = 30, seed }) => {
    const random = seededRandom(seed);
    const nodes = await startNetwork(t, { validators: 4 });
    await allAt(nodes, 1);
    for (let round = 1; round <= rounds; round++) {
      const kind = killTargets[Math.floor(random() * killTargets.length)] ?? 'all';
      const began = performance.now();
      await killRound(nodes, kind, random);
      console.log(`round ${round}: ${kind} killed, all well after ${Math.round(performance.now() - began)} ms`);
    }
    const to = Math.min(...(await Promise.all(nodes.map((node) => node.height()))));
    console.log(`compared ${to} blocks with ${await assertSameChain(nodes, 1, to)} transactions: all the same`);
  },
};
