/** npm run network -- --rounds 30 --seed 1: kills nodes of a network of four under load, and compares their data. */
import { parseArgs } from 'node:util';
import { seededRandom } from '../crash/seeded-random.ts';
import { assertSameChain } from './compare-nodes.ts';
import { killRound, victims } from './kill-round.ts';
import { allAt, startNetwork } from './network.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const ends: (() => unknown)[] = [];
/** The cleanup that a test does at its end. */
const after = (end?: unknown): void => {
  if (typeof end === 'function') ends.push(() => end());
};
try {
  const random = seededRandom(Number(values.seed));
  const nodes = await startNetwork({ after }, { validators: 4 });
  await allAt(nodes, 1);
  for (let round = 1; round <= Number(values.rounds); round++) {
    const kind = victims[Math.floor(random() * victims.length)] ?? 'all';
    const began = performance.now();
    await killRound(nodes, kind, random);
    console.log(`round ${round}: ${kind} killed, all well after ${Math.round(performance.now() - began)} ms`);
  }
  const to = Math.min(...(await Promise.all(nodes.map((node) => node.height()))));
  console.log(`compared ${to} blocks with ${await assertSameChain(nodes, 1, to)} transactions: all the same`);
} finally {
  for (const end of ends.reverse()) await end();
}
