import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { allAt, startTappedNetwork } from '../../testing/network/network.ts';
import { readMetric } from '../../testing/network/read-metric.ts';
import { until } from '../../testing/until.ts';

test('a node whose consensus is halted, which nobody reports, ends by the stall watchdog', {
  skip: cometMissing,
}, async (t) => {
  const values = { 'comet.stall-timeout': '8s' };
  const flags = { 'metrics.enable': 'true' };
  const { nodes, node, tap, comet } = await startTappedNetwork(t, 1, { validators: 1, fullNodes: 1, values, flags });
  await allAt(nodes, 3);
  let hasHalted = false;
  tap.rule = ({ direction, content }) => {
    if (direction === 'request' || content.finalizeBlock === undefined) return 'pass';
    hasHalted = true;
    comet.freeze();
    return { response: { finalizeBlock: { ...content.finalizeBlock, appHash: new Uint8Array(32) } } };
  };
  await until(() => hasHalted, 'a block');
  const [validator] = nodes;
  assert.ok(validator);
  await allAt([validator], (await validator.height()) + 3);
  comet.thaw(); // it hears of the next block when that is decided, with all signatures: a proposal would halt it before
  const metric = (name: string) => readMetric(node, name);
  await until(async () => (await metric('qord_stalled_seconds')) >= 2, 'the metric of a halted node');
  assert.ok((await metric('qord_seconds_since_block')) >= 2);
  assert.equal(await metric('qord_comet_running'), 1, 'CometBFT knows nothing of it');
  await until(() => node.process.process.exitCode !== null, 'the watchdog');
  assert.equal(node.process.process.exitCode, 7);
  assert.match(
    node.process.errorOutput(),
    /^qord: no block for \d+ s at height \d+, while the validators have decided block \d+: restart the node; if it stalls again, run qord verify\n$/,
  );
  await comet.ended();
  const height = await validator.height();
  await allAt([validator], height + 2);
});
