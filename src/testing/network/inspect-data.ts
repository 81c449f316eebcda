import assert from 'node:assert/strict';
import { openChainReader } from '../../chain/open-chain.ts';
import { stateFault } from '../../state/state-fault.ts';
import { newestTotals } from '../../state/state-totals.ts';
import { openLmdbReader } from '../../store/lmdb-store.ts';

/**
 * Asserts that the data of a killed node are consistent: recomputed roots are equal, blocks from `height` on are
 * linked.
 */
export async function inspectData(folder: string, height: number): Promise<number> {
  const reader = openLmdbReader(folder);
  try {
    assert.equal(stateFault(reader), undefined);
    const chain = openChainReader(reader);
    const head = chain.head();
    assert.equal(newestTotals(reader).root, head.stateRoot, 'the state is that of the head');
    assert.equal(chain.header(head.number + 1), undefined, 'no block beyond the head');
    for (let number = height; number <= head.number; number++) {
      const block = chain.block(number);
      assert.ok(block !== undefined, `block ${number} is there`);
      assert.equal(chain.receipts(number)?.length, block.transactions.length);
      assert.equal(chain.heightOf(block.header.hash), number);
      if (number > 0) assert.equal(block.header.parentHash, chain.header(number - 1)?.hash);
      for (const [index, tx] of block.transactions.entries()) {
        assert.deepEqual(chain.locate(tx.hash), { height: number, index });
      }
    }
    return head.number;
  } finally {
    await reader.close();
  }
}
