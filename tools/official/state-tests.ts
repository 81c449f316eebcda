import { applyCase, type CaseOutcome, type StateCase } from './apply-case.ts';
import type { ContextFor } from './engine-contexts.ts';
import { isExpectedRejection } from './expected-rejection.ts';
import { forkNamed } from './forks.ts';
import { logsHash } from './logs-hash.ts';
import { assertNestedAgrees } from './nested-agreement.ts';
import { type CheckResult, check, skipped } from './result.ts';
import { stateCase } from './state-case.ts';
import { stateDifferences } from './state-differences.ts';
import type { StateTest, TestPost } from './state-test-file.ts';
import { createTestWorld, type TestWorld } from './test-world.ts';
import { wireFault } from './wire-fault.ts';

/**
 * Runs all variants of a state test for the forks that the engine supports; compares rejection, state root and logs, and
 * the message behind a module with one behind a contract.
 */
export function runStateTest(name: string, test: StateTest, contextFor: ContextFor): CheckResult[] {
  return Object.entries(test.post).flatMap(([forkName, posts]) =>
    posts.map((post) => {
      const { data, gas, value } = post.indexes;
      const title = `${name} ${forkName} data ${data} gas ${gas} value ${value}`;
      const fork = forkNamed(forkName);
      if (fork === undefined) return skipped(title, `fork ${forkName}`);
      return check(title, () => {
        const world = createTestWorld(test.pre);
        const testCase = stateCase(test, forkName, fork, post);
        const context = contextFor(fork);
        assertNestedAgrees(testCase, world.state, context);
        const outcome = applyCase(testCase, world.state, context);
        return rejectionFault(outcome, post) ?? effectFault(outcome, world, post) ?? bytesFault(testCase, post);
      });
    }),
  );
}

function rejectionFault({ rejection }: CaseOutcome, { expectException }: TestPost): string | undefined {
  if (rejection === undefined) return expectException && `applied, but expected ${expectException}`;
  if (expectException === undefined) return `rejected: ${rejection}`;
  return isExpectedRejection(expectException, rejection)
    ? undefined
    : `rejected: ${rejection}, expected ${expectException}`;
}

/** Checks that the decoder accepts the bytes of valid transactions, except of blob transactions, which it rejects. */
function bytesFault({ tx, blobs }: StateCase, { txbytes, expectException }: TestPost): string | undefined {
  if (txbytes === undefined || expectException !== undefined || blobs !== undefined) return undefined;
  return wireFault(tx, txbytes);
}

function effectFault({ applied }: CaseOutcome, world: TestWorld, post: TestPost): string | undefined {
  const root = world.root();
  const logs = logsHash(applied?.outcome.logs ?? []);
  if (root === post.hash && logs === post.logs) return undefined;
  const run = applied?.outcome;
  return [
    `state root ${root}, expected ${post.hash}`,
    `logs hash ${logs}, expected ${post.logs}`,
    `ended with ${run?.status} ${run?.halt ?? ''}, gas used ${applied?.gasUsed}, ${run?.logs.length} logs`,
    ...stateDifferences(world.state, post.state),
  ].join('\n');
}
