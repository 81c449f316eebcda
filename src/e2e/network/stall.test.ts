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
  let followsConsensus = false; // a node that still fetches blocks would take its peers for liars, and leave them
  tap.rule = ({ content }) => {
    followsConsensus ||= content.processProposal !== undefined;
    return 'pass';
  };
  await until(() => followsConsensus, 'a proposal');
  tap.rule = ({ direction, content }) => {
    if (direction === 'request' || content.finalizeBlock === undefined) return 'pass';
    return { response: { finalizeBlock: { ...content.finalizeBlock, appHash: new Uint8Array(32) } } };
  };
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
  const [validator] = nodes;
  assert.ok(validator);
  const height = await validator.height();
  await allAt([validator], height + 2);
});
