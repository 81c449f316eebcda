import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSuites } from '../../testing/network/cases/suites.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';

test('clients of the interfaces work with node 3 of a network', { skip: cometMissing }, () => {
  const { status, output } = runSuites(['viem', 'traces'], 'pipe');
  assert.equal(status, 0, output);
  assert.match(output, /^# pass [5-9]$/m, output);
});
