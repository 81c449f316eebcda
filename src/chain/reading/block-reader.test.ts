import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheSizes } from '../../primitives/cache-sizes.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { Reader } from '../../store/types.ts';
import { bob, fillGenesis, signed } from '../../testing/evm-interface.ts';
import { createMemoryChain } from '../../testing/memory-chain.ts';
import { StoredBlocks } from './block-reader.ts';

/** Bytes of the rows that are read from the store while each part of a block with so many transactions is read. */
function bytesRead(transactions: number): number {
  const store = createMemoryStore();
  const { mine } = createMemoryChain(fillGenesis, { store });
  mine(Array.from({ length: transactions }, (_, nonce) => signed({ nonce: BigInt(nonce), to: bob, value: 1n })));
  let bytes = 0;
  const counting: Reader = {
    get(table, key) {
      const row = store.get(table, key);
      bytes += row?.length ?? 0;
      return row;
    },
    withValue: (table, key, use) => store.withValue(table, key, use),
    has: (table, key) => store.has(table, key),
    range: (table, options) => store.range(table, options),
  };
  const blocks = new StoredBlocks(counting, 0, undefined, cacheSizes(0));
  const receipts = blocks.receipts(1) ?? [];
  assert.equal(receipts.length, transactions);
  for (const [index, receipt] of receipts.entries()) {
    assert.ok(receipt.balanceChanges.length > 0);
    assert.equal(receipt.logs.length, 0);
    assert.equal(blocks.receipt({ height: 1, index })?.balanceChanges.length, receipt.balanceChanges.length);
    assert.equal(blocks.transaction({ height: 1, index })?.nonce, BigInt(index));
  }
  assert.equal(blocks.block(1)?.transactions.length, transactions);
  return bytes;
}

test('the parts of a block that is too large to be cached are read once each, however many transactions it has', () => {
  const ratio = bytesRead(200) / bytesRead(100);
  assert.ok(ratio < 2.5, `twice the transactions, ${ratio.toFixed(1)} times the bytes`);
});
