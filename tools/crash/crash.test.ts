import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#qord/testing/random/seeded-random.ts';
import { killRepeatedly } from './kill-repeatedly.ts';

const kills = 40;
const seed = 1;
/** Nodes killed concurrently, each on a home of its own. */
const homes = 2;

test(`a node under load, killed at ${kills} random moments, keeps everything it has reported`, async (t) => {
  const runs = Array.from({ length: homes }, (_, home) => killRepeatedly(seededRandom(seed + home), kills / homes));
  for (const { height, blocks, receipts, logs } of await Promise.all(runs)) {
    t.diagnostic(
      `${height} blocks, ${blocks} of them reported, ${receipts} receipts and ${logs} logs examined, seed ${seed}`,
    );
    assert.ok(height > kills / 4);
    assert.ok(receipts > kills);
    assert.ok(logs > kills);
  }
});
