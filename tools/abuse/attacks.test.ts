import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { spawnNode } from '#qord/testing/spawn-node.ts';
import { temporaryFolder } from '#qord/testing/temporary-folder.ts';
import { attacks } from './attacks.ts';
import { MemorySampler } from './memory.ts';
import { runBounded } from './run-bounded.ts';

/** Milliseconds and megabytes that only a stall or a leak exceeds, not a slow machine. */
const stall = 10_000;
const tooMuch = 1_024;

/** The error that attackers must receive, by attack; empty where the node does the work in time. */
const limits: Readonly<Record<string, readonly string[]>> = {
  'plain-load': [],
  'abi-aliasing': ['bad arguments'],
  'native-zero-gas': [],
  'long-arguments': [],
  'log-subscriptions': ['json-rpc.max-subscriptions-per-connection'],
  filters: ['json-rpc.max-filter-terms-per-address'],
  'simulated-extremes': [],
  'foreign-pages': ['403'],
  precompiles: [],
  'full-blocks': [],
  'long-blocks': [],
  'endless-calls': [],
  'endless-access-lists': [],
  'endless-estimates': [],
  'endless-simulations': [],
  'endless-traces': [],
  'unread-responses': [],
  'deep-traces': ['json-rpc.max-trace-bytes'],
  'large-overrides': ['json-rpc.max-override-slots'],
  'free-work': [],
  'long-receipts': [],
  'long-hooks': [],
  'module-calls': ['bad arguments'],
  'tracer-memory': ['json-rpc.js-tracer-memory'],
  'pool-content': [],
  'pool-drain': [],
  'half-bodies': [],
  'slow-headers': [],
  'chunked-bodies': ['responses to chunked requests'],
  'unfinished-messages': ['http.max-unfinished-bodies-per-client'],
  'long-messages': ['long messages answered'],
  'tiny-messages': ['tiny messages answered'],
  'leaving-waiters': ['left before the block'],
  'gapped-waiters': ['waits behind a gap'],
  'waiting-checks': ['mempool.max-arriving-bytes-per-client'],
  'subscriber-floods': [],
};

/** The attacks run one after the other on the same node. */
test('a node survives every attack, and its errors name the limits', { timeout: 600_000 }, async (t) => {
  const node = await spawnNode(t, temporaryFolder(t));
  const memory = new MemorySampler(node.process.pid ?? 0);
  t.after(() => memory.stop());
  for (const [name, texts] of Object.entries(limits)) await t.test(name, (t) => attackNode(t, name, texts));

  async function attackNode(t: TestContext, name: string, texts: readonly string[]): Promise<void> {
    const attack = attacks[name];
    assert.ok(attack !== undefined);
    const { tally, longestWaitMs, headDelayMs, responses } = await runBounded(node, attack);
    const received = JSON.stringify(tally.entries);
    t.diagnostic(`${Math.round(longestWaitMs)} ms, ${Math.round(memory.peak)} MB: ${received.slice(0, 300)}`);
    assert.ok(tally.entries.length > 0, 'the attack did something');
    for (const text of texts) assert.ok(tally.count(text) > 0, `received: ${text}, among ${received}`);
    assert.equal(tally.count('-32603'), 0, received);
    const [forbidden] = tally.entries.filter(([kind]) => attack.forbidden?.test(kind));
    assert.equal(forbidden, undefined);
    assert.ok(responses > 0);
    assert.ok(headDelayMs < stall, `a subscriber heard of a block ${headDelayMs} ms late`);
    assert.ok(longestWaitMs < stall, `somebody waited ${longestWaitMs} ms`);
    assert.deepEqual(
      node.records.filter(({ level }) => level === 'error'),
      [],
    );
  }

  assert.ok(memory.peak < tooMuch, `${memory.peak} MB`);
  assert.equal(await node.stop('SIGTERM'), 0);
});
