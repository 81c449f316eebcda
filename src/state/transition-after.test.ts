import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Batch } from '../store/batch.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { type Action, anyAction, applyAction, someAddresses } from '../testing/chain/state-actions.ts';
import { ProofTooOldError } from './proof.ts';
import { StateDatabase } from './state-database.ts';
import { defaultStateLimits } from './state-reader.ts';
import { createWorldState } from './world-state.ts';

const anyBlocks = fc.array(fc.array(anyAction, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 6 });

function commitAll(blocks: readonly (readonly Action[])[], limits = defaultStateLimits) {
  const database = new StateDatabase(createMemoryStore(), limits);
  const roots = blocks.map((actions) => {
    const state = createWorldState(database.head);
    for (const action of actions) applyAction(state, action);
    database.commit(database.prepare(state.changes()), new Batch());
    return database.totals.root;
  });
  return { database, roots };
}

test('the changes of a block over the state before it give the root of the block', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      const { database, roots } = commitAll(blocks);
      for (let height = 0; height + 1 < blocks.length; height++) {
        const base = database.at(height);
        assert.ok(base);
        const state = createWorldState(base);
        assert.equal(database.transitionAfter(height, state.changes())?.totals.root, roots[height]);
        for (const action of blocks[height + 1] ?? []) applyAction(state, action);
        assert.equal(database.transitionAfter(height, state.changes())?.totals.root, roots[height + 1]);
      }
      assert.equal(database.transitionAfter(blocks.length, createWorldState(database.head).changes()), undefined);
    }),
  );
});

const someAddress = someAddresses[0] ?? assert.fail();

test('too much change since then is an error', () => {
  const limits = { ...defaultStateLimits, proofChanges: 0 };
  const rich = (balance: bigint): Action => ({ kind: 'account', address: someAddress, balance, nonce: 0n });
  const { database } = commitAll([[rich(1n)], [rich(2n)]], limits);
  const changes = createWorldState(database.head).changes();
  assert.throws(() => database.transitionAfter(0, changes), ProofTooOldError);
});
