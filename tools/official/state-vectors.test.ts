import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createEngineContexts } from './engine-contexts.ts';
import { runFile } from './run-file.ts';

/**
 * Whole transactions in the format of the official state tests. Their post-states were computed by an independent
 * implementation. `state-tests.json` covers opcodes, ways to end, transaction types and rejections; `findings.json`
 * keeps what the fuzzers found.
 */
const contextFor = createEngineContexts();

for (const [name, least] of [
  ['state-tests', 120],
  ['findings', 3],
] as const) {
  test(`every vector of ${name}.json leaves the expected state root and logs`, () => {
    const path = fileURLToPath(new URL(`../../../src/evm/fixtures/${name}.json`, import.meta.url));
    const results = runFile(path, contextFor);
    assert.deepEqual(
      results.filter(({ status }) => status !== 'passed'),
      [],
    );
    assert.ok(results.length >= least, `${results.length} vectors`);
  });
}
