import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cometMissing } from '#qord/testing/network/comet-binary.ts';
import { runSuites } from './cases/suites.ts';

test('clients of the interfaces work with node 3 of a network', { skip: cometMissing }, () => {
  const { status, output } = runSuites(['viem', 'traces'], 'pipe');
  assert.equal(status, 0, output);
  assert.match(output, /^# pass [5-9]$/m, output);
});
