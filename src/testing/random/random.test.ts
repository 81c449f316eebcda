import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from './random.ts';

test('the first numbers of seeds in a row are spread evenly', () => {
  for (const offset of [0, 0xde5e, 2 ** 31]) {
    const firsts = Array.from({ length: 64 }, (_, seed) => new Random(seed ^ offset).below(4));
    for (const value of [0, 1, 2, 3]) {
      const count = firsts.filter((first) => first === value).length;
      assert.ok(count > 5 && count < 28, `${value} is the first of ${count} seeds of 64`);
    }
  }
});
