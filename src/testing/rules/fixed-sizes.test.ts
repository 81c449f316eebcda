import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const sources = new URL('../../../src/', import.meta.url);

/**
 * Structures that have a limit or memory of a fixed size, with the test that fills them: one less, full, one more. The
 * engine has its own list (engine-bounds.test.ts).
 */
const tests: Readonly<Record<string, string>> = {
  'primitives/byte-writer.ts': 'primitives/byte-writer.test.ts',
  'primitives/bounded-cache.ts': 'primitives/bounded-cache.test.ts',
  'state/two-key-cache.ts': 'state/two-key-cache.test.ts',
  'state/height-set.ts': 'state/height-set.test.ts',
  'chain/removed-logs.ts': 'chain/removed-logs.test.ts',
  'chain/reading/read-caches.ts': 'primitives/bounded-cache.test.ts',
  'consensus/comet/abci/backward-writer.ts': 'consensus/comet/abci/backward-writer.test.ts',
  'consensus/comet/executed-blocks.ts': 'consensus/comet/executed-blocks.test.ts',
  'consensus/comet/status/decided-rounds.ts': 'consensus/comet/status/decided-rounds.test.ts',
  'mempool/mempool.ts': 'mempool/mempool-bounds.test.ts',
  'mempool/eviction-order.ts': 'mempool/mempool-bounds.test.ts',
  'mempool/sender-queue.ts': 'mempool/mempool-bounds.test.ts',
  'mempool/arriving-transactions.ts': 'mempool/arriving-transactions.test.ts',
  'mempool/delegations.ts': 'mempool/delegations.test.ts',
  'mempool/token-fees.ts': 'mempool/token-fees.test.ts',
  'store/batch.ts': 'store/store.test.ts',
  'store/lmdb-writer.ts': 'store/store.test.ts',
  'store/map-size.ts': 'store/map-size.test.ts',
  'node/sender-recovery/arrivals.ts': 'node/sender-recovery/arrivals.test.ts',
  'rpc/quota.ts': 'rpc/quota.test.ts',
  'rpc/text-cache.ts': 'rpc/text-cache.test.ts',
  'rpc/eth/filters/pending-feed.ts': 'rpc/eth/filters/pending-feed.test.ts',
  'rpc/eth/subscriptions/bit-set.ts': 'rpc/eth/subscriptions/bit-set.test.ts',
  'scheduling/fair-queue.ts': 'scheduling/fair-queue.test.ts',
  'rpc/server/fast-path/response-batcher.ts': 'rpc/server/fast-path/response-batcher.test.ts',
  'rpc/server/frame-counter.ts': 'rpc/server/frame-counter.test.ts',
  'rpc/server/pipelining.ts': 'rpc/server/pipelining.test.ts',
  'rpc/server/message-writer.ts': 'rpc/server/websocket.test.ts',
  'rpc/server/rate-limiter.ts': 'rpc/server/rate-limiter.test.ts',
  'rpc/server/request-body.ts': 'rpc/server/request-body.test.ts',
  'rpc/server/unread-responses.ts': 'rpc/server/unread-responses.test.ts',
  'rpc/server/unfinished-bytes.ts': 'rpc/server/unfinished-message.test.ts',
};

/** Names of classes that keep a limited amount; those of subscriptions keep nothing but their subscribers. */
const limited =
  /class \w*(Cache|Caches|Ring|PendingFeed|FrameCounter|Writer|Batcher|Limiter|BitSet|GrowingBytes|Quota|Mempool|SenderQueue|EvictionOrder|Delegations|TokenFees)\b/;
/** They write to somewhere else, and have no memory of their own. */
const passing = new Set([
  'primitives/rlp/encode.ts', // into bytes of the exact length
  'rpc/dispatch/write-json-parts.ts',
]);

test('every cache, writer and counter of a fixed size has a test that fills it', () => {
  const folders = ['primitives', 'store', 'state', 'chain', 'mempool', 'rpc', 'node', 'consensus', 'svm', 'kernel'];
  for (const folder of folders) {
    for (const path of readdirSync(new URL(`${folder}/`, sources), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${path}`;
      if (!file.endsWith('.ts') || file.endsWith('.test.ts') || passing.has(file)) continue;
      if (limited.test(readFileSync(new URL(file, sources), 'utf8'))) assert.ok(file in tests, `${file} is listed`);
    }
  }
  for (const [file, tested] of Object.entries(tests)) {
    for (const each of [file, tested]) assert.ok(existsSync(new URL(each, sources)), each);
  }
});
