import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { allAt, type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { until } from '../../testing/until.ts';

const behind = z.object({
  error: z.object({ code: z.literal(-32005), message: z.string(), data: z.object({ numSlotsBehind: z.number() }) }),
});
/** A node is behind when its newest block is older than 128 block intervals; a block takes longer than one in fact. */
const values = { 'consensus.block-interval': '40ms', 'comet.commit-pause': '50ms' };

async function healthOf({ process }: NetworkNode): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
  const headers = { 'content-type': 'application/json' };
  return await (await fetch(process.urls.svm ?? '', { method: 'POST', headers, body })).json();
}

test('a full node that starts behind its network says by how many slots, until it has caught up', {
  skip: cometMissing,
}, async (t) => {
  const nodes = await startNetwork(t, { validators: 1, fullNodes: 1, values });
  const [validator, full] = nodes;
  assert.ok(validator && full);
  await allAt(nodes, 2);
  const isHealthy = async () => ((await healthOf(full)) as { result?: string }).result === 'ok';
  await until(isHealthy, 'the full node to be healthy');
  await full.process.stop('SIGTERM');
  const height = await validator.height();
  await allAt([validator], height + 135);
  await validator.process.stop('SIGTERM'); // the full node cannot catch up before it is asked
  await full.start();
  const { message, data } = behind.parse(await healthOf(full)).error;
  assert.ok(data.numSlotsBehind > 128, message);
  assert.equal(message, `Node is behind by ${data.numSlotsBehind} slots`);
  await validator.start({ 'comet.commit-pause': '500ms' }); // else a busy machine makes more blocks than it passes on
  await until(isHealthy, 'the full node to catch up');
  await allAt([full], height + 135);
});
