import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { cometOf } from '../../testing/network/kill-round.ts';
import { send } from '../../testing/network/mixed-load.ts';
import { allAt, startNetwork, startTappedNetwork } from '../../testing/network/network.ts';
import { readMetric } from '../../testing/network/read-metric.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

const skip = cometMissing;
const values = { 'comet.stall-timeout': '10s' };

test('a CometBFT that hangs is killed and started again, and the network continues', { skip }, async (t) => {
  const nodes = await startNetwork(t, { validators: 4, values, flags: { 'metrics.enable': 'true' } });
  const [first, , , node] = nodes;
  assert.ok(first && node);
  await allAt(nodes, 2);
  const [hung = 0] = cometOf(node.process.process.pid ?? 0);
  process.kill(hung, 'SIGSTOP');
  const comet = () => cometOf(node.process.process.pid ?? 0).find((pid) => pid !== hung);
  await until(() => comet() !== undefined, 'another CometBFT');
  const isReported = () => node.process.records.some(({ msg }) => msg === 'CometBFT does not respond: it is killed');
  await until(isReported, 'its line in the log');
  assert.equal(await readMetric(node, 'qord_comet_restarts'), 1);
  assert.equal(await readMetric(first, 'qord_comet_restarts'), 0);
  const height = await first.height();
  await allAt(nodes, height + 2);
  const hash = await send(node, signFrom(9));
  const receipt = () => first.call<object | null>('eth_getTransactionReceipt', hash);
  await until(async () => (await receipt()) !== null, 'a transaction of the node');
  assert.equal(await readMetric(node, 'qord_comet_running'), 1);
  assert.equal(await readMetric(node, 'qord_stalled_seconds'), 0);
});

test('a CometBFT of somebody else that hangs ends the node with one line', { skip }, async (t) => {
  const { nodes, node, comet } = await startTappedNetwork(t, 0, { validators: 1, values });
  await allAt(nodes, 2);
  comet.freeze();
  await until(() => node.process.process.exitCode !== null, 'the watchdog');
  assert.equal(node.process.process.exitCode, 8);
  assert.match(
    node.process.errorOutput(),
    /^qord: the CometBFT on \S+ is connected, but has not responded for \d+ s: end it, and start both again\n$/,
  );
});
