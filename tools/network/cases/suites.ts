import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { suiteNetworkVariable } from '#qord/testing/network/suite-node.ts';
import type { NetworkCase } from './network-case.ts';

/** Test files of src/e2e that need neither methods of development networks nor a node in their own process. */
const suites = [
  ...['viem', 'ethers', 'web3', 'traces', 'module-calls', 'svm-reads', 'svm-accounts', 'circulating-supply'],
  ...['crossvm', 'layers', 'pqc-keys', 'hybrid-cli', 'hybrid-example', 'fee-tokens'],
  ...['subscriptions', 'qor-methods', 'economy', 'bitcoin-staking', 'native-call-limits', 'svm-compute-budget'],
  ...['requests', 'svm-subscriptions', 'waiting-requests'].map((name) => `bad-input/${name}`),
];

/** Runs test files against node 3 of networks; returns the exit code and, unless it is shown, what was printed. */
export function runSuites(names: readonly string[], stdio: 'inherit' | 'pipe') {
  const files = names.map((name) => fileURLToPath(new URL(`../../../e2e/${name}.test.js`, import.meta.url)));
  const words = ['--enable-source-maps', '--test', '--test-concurrency=1', ...files];
  const { NODE_TEST_CONTEXT: _context, ...rest } = process.env; // else they report to the test that runs them
  const env = { ...rest, [suiteNetworkVariable]: '1' };
  const { status, stdout } = spawnSync(process.execPath, words, { stdio, env, encoding: 'utf8' });
  return { status, output: stdout ?? '' };
}

export const suitesCase: NetworkCase = {
  summary: 'tests of the interfaces, each against node 3 of a network of its own',
  run: async () => assert.equal(runSuites(suites, 'inherit').status, 0, 'a test has failed'),
};
