import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { toHex } from '../primitives/hex.ts';
import { emptyTreeRoot } from '../state/tree/update-tree.ts';
import { orderedRoot } from './ordered-root.ts';

async function referenceRoot(items: readonly Uint8Array[]): Promise<string> {
  const tree = await createMPT();
  for (const [index, item] of items.entries()) await tree.put(RLP.encode(index), item);
  return toHex(tree.root());
}

test('an empty list has the root of the empty tree', () => {
  assert.equal(orderedRoot([]), emptyTreeRoot);
});

test('roots equal those of another implementation, for short and long items', async () => {
  for (const count of [1, 2, 15, 16, 17, 127, 128, 129, 130, 256, 257, 300, 1000]) {
    const items = Array.from({ length: count }, (_, i) => new Uint8Array(1 + ((i * 37) % 120)).fill(i + 1));
    assert.equal(orderedRoot(items), await referenceRoot(items), `${count} items`);
  }
});
