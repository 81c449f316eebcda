import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPaths } from './check-paths.ts';

test('the same question has the same answer by every path, after restarts and reverts too', {
  timeout: 600_000,
}, async (t) => {
  const options = { minutes: 0, seed: 1, rounds: 2 };
  const { questions, comparisons, transactions } = await checkPaths(options, (line) => t.diagnostic(line));
  assert.ok(questions > 50 && comparisons > 300 && transactions > 20, `${questions} ${comparisons} ${transactions}`);
});
