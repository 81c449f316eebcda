import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExecutedBlocks, type KeptBlock } from './executed-blocks.ts';

/** Told apart by their identity only. */
const blockOf = (): KeptBlock => ({ executed: undefined as never, rejected: [] });

test('the four newest blocks are kept: 3, 4 and 5, and one that is kept again takes no place of another', () => {
  for (const count of [3, 4, 5, 9]) {
    const blocks = new ExecutedBlocks();
    const all = Array.from({ length: count }, blockOf);
    for (const [index, block] of all.entries()) blocks.keep(String(index), block);
    for (const again of [false, true]) {
      if (again) blocks.keep(String(count - 1), all.at(-1) ?? blockOf());
      for (const [index, block] of all.entries()) {
        assert.equal(blocks.find(String(index)), index < count - 4 ? undefined : block);
      }
    }
    blocks.clear();
    assert.equal(blocks.find(String(count - 1)), undefined);
  }
});
