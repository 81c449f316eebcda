import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packedItem, packedLength, packList, unpackList } from './packed-list.ts';

test('a packed list returns its items, all or one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (items) => {
      const list = packList(items);
      assert.equal(packedLength(list), items.length);
      assert.deepEqual(unpackList(list), items);
      items.forEach((item, index) => {
        assert.deepEqual(packedItem(list, index), item);
      });
      assert.equal(packedItem(list, items.length), undefined);
      assert.equal(packedItem(list, -1), undefined);
    }),
  );
});
