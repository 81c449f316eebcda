import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { assertSameChain } from '../../testing/network/compare-nodes.ts';
import { killRound } from '../../testing/network/kill-round.ts';
import { send } from '../../testing/network/mixed-load.ts';
import { allAt, type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { tamperWithBalance } from '../../testing/network/tamper.ts';
import { seededRandom } from '../../testing/random/seeded-random.ts';
import { accountOf, signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

const skip = cometMissing;

test('kills at any moment cause no fork and lose no receipt; a diverging state halts a node', { skip }, async (t) => {
  const nodes = await startNetwork(t, { validators: 4 });
  await allAt(nodes, 1);
  const [seed = 0] = fc.sample(fc.nat(), 1);
  const random = seededRandom(seed);
  for (const target of ['qord', 'comet', 'all'] as const) {
    await t.test(`kill -9 of ${target}`, async () => killRound(nodes, target, random));
  }
  await t.test('all nodes have the same chain', async () => {
    const to = await (nodes[0] as NetworkNode).height();
    await allAt(nodes, to);
    await assertSameChain(nodes, Math.max(1, to - 15), to);
  });
  await t.test('a node with a diverging state halts with exit code 7, and the others continue', async () => {
    const [first, , , last] = nodes;
    assert.ok(first && last);
    await last.process.stop('SIGTERM');
    await tamperWithBalance(last.home, accountOf(8));
    await last.start();
    await send(first, signFrom(8));
    const ended = () => last.process.process.exitCode !== null;
    await until(ended, 'the watchdog');
    assert.equal(last.process.process.exitCode, 7);
    assert.match(last.process.errorOutput(), /^qord: consensus has halted at this node: .*qord comet reset --yes/m);
    const height = await first.height();
    await allAt(nodes.slice(0, 3), height + 2);
  });
});
