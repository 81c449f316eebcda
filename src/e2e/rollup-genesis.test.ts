import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalSupply } from '../kernel/supply.ts';
import { rdkAddress } from '../modules/addresses.ts';
import type { AbiRecord } from '../primitives/abi/value.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { sha256 } from '../primitives/crypto/sha256.ts';
import { groth16Fixture } from '../testing/groth16/fixture.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../testing/module-chain.ts';
import { batchInputs, qor, root } from '../testing/modules/rollup-harness.ts';
import { withdrawalTree } from '../testing/modules/withdrawal-tree.ts';
import { accountOf } from '../testing/sign-from.ts';

const recipient = accountOf(9);
const wishes = [1n, 2n, 1n].map((amount) => ({ recipient, denom: 'uqor', amount: amount * qor }));
const tree = withdrawalTree(wishes);
const claim = (index: number) => ({
  rollupId: 'shop',
  batchIndex: 1n,
  withdrawalIndex: BigInt(index),
  recipient,
  denom: 'uqor',
  amount: qor,
  ...wishes[index],
  proof: tree.proof(index),
});

/** Sends a call of account `from` in a block of its own; returns whether it succeeded. */
function act(testChain: ModuleChain, from: number, name: string, inputs: AbiRecord): boolean {
  return testChain.mine({ transactions: [testChain.call(from, 'rdk', name, inputs)] }).receipts[0]?.status === 1;
}

/**
 * Rollups in every state there is: a final batch, one challenged, one waiting, a key, data, escrow, a paid withdrawal.
 */
function chainWithRollups(): ModuleChain {
  const testChain = openModuleChain(genesisWith({}));
  const done = (from: number, name: string, inputs: AbiRecord) => assert.ok(act(testChain, from, name, inputs), name);
  const create = (rollupId: string, profile: string) =>
    done(1, 'createRollup', { rollupId, profile, stake: 10_000n * qor, vm: '' });
  for (const profile of ['defi', 'gaming', 'custom']) create(profile, profile);
  create('shop', 'custom');
  create('gone', 'nft');
  done(1, 'stopRollup', { rollupId: 'gone' });
  done(1, 'pauseRollup', { rollupId: 'custom', reason: 'repairs' });
  done(1, 'setVerificationKey', { rollupId: 'defi', key: groth16Fixture().verifyingKey });
  done(1, 'submitBlob', { rollupId: 'shop', data: root(5), namespace: emptyBytes });
  done(2, 'deposit', { rollupId: 'shop', amount: 3n * qor, recipient: root(1) });
  const first = { ...batchInputs('shop', 1), dataHash: sha256(root(5)), withdrawalsRoot: tree.root };
  done(1, 'submitBatch', first);
  done(1, 'submitBatch', batchInputs('shop', 2));
  testChain.mine({ milliseconds: 61_000 });
  done(3, 'executeWithdrawal', claim(0));
  for (const index of [3, 4, 5]) done(1, 'submitBatch', batchInputs('shop', index));
  done(4, 'challengeBatch', { rollupId: 'shop', batchIndex: 4n, proof: root(1) });
  done(1, 'submitBatch', batchInputs('gaming', 1));
  done(2, 'deposit', { rollupId: 'shop', amount: 5n * qor, recipient: root(1) });
  return testChain;
}

test('a chain continues after an export as it would have without', () => {
  const testChain = chainWithRollups();
  const again = openModuleChain(testChain.exported());
  const seen = (chain: ModuleChain) => [
    chain.query('qor_listRollups'),
    ...[1, 2, 3, 4, 5].map((index) => chain.query('qor_getSettlementBatch', 'shop', index)),
    chain.query('qor_getSettlementBatch', 'gaming', 1),
    chain.query('qor_getDABlobStatus', 'shop', 1),
    chain.chain.headState().account(rdkAddress)?.balance,
  ];
  assert.deepEqual(seen(again), seen(testChain));
  assert.equal(totalSupply(again.chain.headState()), totalSupply(testChain.chain.headState()));
  for (const chain of [testChain, again]) {
    const status = (id: string, index: number) =>
      (chain.query('qor_getSettlementBatch', id, index) as { status: string }).status;
    assert.equal(act(chain, 3, 'executeWithdrawal', claim(0)), false, 'paid before');
    assert.equal(act(chain, 3, 'executeWithdrawal', claim(1)), true);
    assert.equal(act(chain, 3, 'executeWithdrawal', claim(2)), false, 'no final batch covers the later deposit');
    chain.mine({ milliseconds: 61_000 });
    assert.deepEqual(
      [status('gaming', 1), ...[3, 4, 5].map((index) => status('shop', index))],
      ['finalized', 'finalized', 'challenged', 'submitted'],
    );
    assert.ok(act(chain, 0, 'resolveChallenge', { rollupId: 'shop', batchIndex: 4n, fraudUpheld: true }));
    assert.deepEqual([status('shop', 4), status('shop', 5)], ['rejected', 'rejected']);
    assert.equal(chain.chain.headState().account(rdkAddress)?.balance, (4n * 9_900n - 4_950n + 5n) * qor * 10n ** 12n);
    chain.assertSupply();
  }
});
