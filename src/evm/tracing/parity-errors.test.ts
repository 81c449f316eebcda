import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parityError } from './parity-errors.ts';

test('failures have the texts of Parity, also those that name their instruction', () => {
  const failures = [
    ['out of gas', 'Out of gas'],
    ['execution reverted', 'Reverted'],
    ['invalid opcode: INVALID', 'Bad instruction'],
    ['stack underflow (0 <=> 2)', 'Stack underflow'],
    ['stack limit reached 1024 (1023)', 'Out of stack'],
    ['invalid code: must not begin with 0xef', 'invalid code: must not begin with 0xef'],
  ] as const;
  for (const [error, words] of failures) assert.equal(parityError(error), words);
});
