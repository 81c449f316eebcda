import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CloseStack } from './close-stack.ts';

test('all parts are closed in reverse order, also when one fails, whose error comes at the end', async () => {
  const stack = new CloseStack();
  const closed: number[] = [];
  for (const number of [1, 2, 3, 4]) {
    stack.add({
      close: async () => {
        closed.push(number);
        if (number % 2 === 1) throw new Error(`part ${number}`);
      },
    });
  }
  await assert.rejects(stack.close(), /part 3/);
  assert.deepEqual(closed, [4, 3, 2, 1]);
  await stack.close();
  assert.deepEqual(closed, [4, 3, 2, 1], 'once');
});
