import assert from 'node:assert/strict';
import type { QordNode } from '#qord/node/create-node.ts';

/** What waits in a node for its turn on the main thread, such as `request`. */
export function waitingKinds({ control: { mainThread } }: QordNode): readonly string[] {
  return Object.entries(mainThread.statistics).flatMap(([kind, { waiting }]) => (waiting > 0 ? [kind] : []));
}

/** Asserts that a pool counts what it has. */
export function assertCounts({ control: { mempool } }: QordNode): void {
  const { pending, queued } = mempool.content();
  const bytes = [...pending, ...queued].reduce((sum, { raw }) => sum + raw.length, 0);
  assert.equal(mempool.byteSize(), bytes, 'the pool counts the bytes that it has');
  const counts = { pending: pending.length, queued: queued.length };
  assert.deepEqual(mempool.counts(), counts, 'the pool counts the transactions that it has');
}
