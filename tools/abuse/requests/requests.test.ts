import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnNode } from '#qord/testing/spawn-node.ts';
import { temporaryFolder } from '#qord/testing/temporary-folder.ts';
import { fuzzNode } from './fuzz-node.ts';

const messages = 2_000;

test('random requests to all interfaces get well-formed responses, and no internal error', async (t) => {
  const node = await spawnNode(t, temporaryFolder(t));
  const report = await fuzzNode(node, { seed: 1, seconds: 120, messages });
  assert.deepEqual(report.findings, []);
  assert.equal(report.messages, messages);
  assert.ok(report.results > messages / 4, `${report.results} with results`);
  assert.equal(await node.stop('SIGTERM'), 0);
});
