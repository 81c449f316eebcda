import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndBlockContext } from '../../kernel/module.ts';
import { emptyReport } from '../../kernel/module.ts';
import type { WorldState } from '../../state/types.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { batchInputs, openRollupHarness, qor, rollupAccounts, root } from '../../testing/modules/rollup-harness.ts';
import { pruneBlobs } from './blobs/blob-pruning.ts';
import { finalizeDue } from './blocks.ts';
import { batches, inclusionHeights } from './records.ts';

/** The state, and the number of rows read from it. */
function counted(state: WorldState) {
  let rows = 0;
  const watched = Object.create(state, {
    entry: {
      value: (...args: Parameters<WorldState['entry']>) => {
        rows++;
        return state.entry(...args);
      },
    },
    entries: {
      *value(...args: Parameters<WorldState['entries']>) {
        for (const row of state.entries(...args)) {
          rows++;
          yield row;
        }
      },
    },
  }) as WorldState;
  return { watched, rows: () => rows };
}

/** Rows that the hooks of a block read when nothing is due, with so many rollups, batches and blobs each. */
function rowsRead(rollups: number, batches: number): number {
  const { harness, create, call, submit } = openRollupHarness({ max_rollups: rollups });
  for (let at = 0; at < rollups; at++) {
    const rollupId = `rollup-${at}`;
    harness.fund(rollupAccounts.alice, 10_000n * qor);
    create(rollupId, at % 2 === 0 ? 'custom' : 'gaming');
    for (let index = 1; index <= batches; index++) {
      assert.ok('outputs' in submit(rollupId, index));
      const blob = { rollupId, data: root(index), namespace: new Uint8Array(0) };
      assert.ok('outputs' in call(rollupAccounts.alice, 'submitBlob', blob));
    }
  }
  const { watched, rows } = counted(harness.state);
  const report = emptyReport(0);
  const none = () => assert.fail('nothing is due');
  const tools = { emit: none, callEvm: none, settle: none };
  const context: EndBlockContext = { state: watched, block: harness.block, report, transactions: [], ...tools };
  finalizeDue(context);
  pruneBlobs(context);
  return rows();
}

test('the hooks of a block in which nothing is due read as few rows of many rollups as of two', () => {
  assert.equal(rowsRead(2, 1), rowsRead(100, 20));
  assert.ok(rowsRead(2, 1) <= 6);
});

test('a row of a queue that no batch waits in makes none final before its window ends, and goes', () => {
  const first = openModuleChain(genesisWith({}));
  const create = { rollupId: 'one', profile: 'custom', vm: '', stake: 10_000_000_000n };
  const transactions = [
    first.call(1, 'rdk', 'createRollup', create),
    first.call(1, 'rdk', 'submitBatch', batchInputs('one', 1)),
  ];
  first.mine({ transactions });
  const document = first.exported();
  const rdk = { ...Object(document.modules.rdk), inclusion_due: [{ key: [1, 'one'], value: true }] };
  const { chain, mine } = openModuleChain({ ...document, modules: { ...document.modules, rdk } });
  assert.equal([...inclusionHeights.list(chain.headState())].length, 1);
  mine();
  assert.equal(batches.get(chain.headState(), 'one', 1)?.status, 'submitted');
  assert.deepEqual([...inclusionHeights.list(chain.headState())], []);
});
