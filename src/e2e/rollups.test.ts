import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Contract, JsonRpcProvider, Wallet } from 'ethers';
import { rdkAddress } from '../modules/addresses.ts';
import { batchPublicInputs } from '../modules/rdk/proofs/public-inputs.ts';
import { sha256 } from '../primitives/crypto/sha256.ts';
import { groth16Fixture } from '../testing/groth16/fixture.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { batchInputs, root } from '../testing/modules/rollup-harness.ts';
import { withdrawalTree } from '../testing/modules/withdrawal-tree.ts';
import { runQord } from '../testing/run-qord.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const qor = 1_000_000n;
const wei = 10n ** 12n;
const none = `0x${'00'.repeat(32)}`;
/** longer than the challenge window of a development network, seconds */
const window = 61;

/** A node, the module as contracts of the authority and three others, and requests to the node. */
async function startNode(t: TestContext) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const connect = (at: number) =>
    moduleContract('IRdk', rdkAddress, new Wallet(node.accounts[at]?.privateKey ?? '', provider));
  const [chief, alice, bob, carol] = [connect(0), connect(1), connect(2), connect(3)];
  const send = async (contract: Contract, name: string, ...args: readonly unknown[]) => {
    const receipt = await (await contract.getFunction(name).send(...args)).wait();
    assert.equal(receipt?.status, 1);
    return receipt;
  };
  const assertRejected = (contract: Contract, reason: string, name: string, ...args: readonly unknown[]) =>
    assert.rejects(contract.getFunction(name).staticCall(...args), { reason: `rdk: ${reason}` });
  const ask = (method: string, ...params: readonly unknown[]) => provider.send(method, [...params]);
  const pass = async (seconds: number) => {
    await ask('evm_increaseTime', seconds);
    await ask('evm_mine');
  };
  const balance = async (at: number) => (await provider.getBalance(node.accounts[at]?.address ?? '')) / wei;
  const held = async () => (await provider.getBalance(rdkAddress)) / wei;
  return { node, provider, chief, alice, bob, carol, send, assertRejected, ask, pass, balance, held };
}

/** Arguments of submitBatch: only their roots differ. */
const batch = (id: string, index: number, changes: { data?: Uint8Array; withdrawals?: Uint8Array } = {}) =>
  [id, index, root(index), none, 7, changes.data ?? none, changes.withdrawals ?? none, '0x'] as const;

test('the list of rollups is that of the newest block, also after a rewind to a block it was read at', async (t) => {
  const { alice, send, ask } = await startNode(t);
  const listed = async () =>
    (await ask('qor_listRollups', {})).map(({ rollup_id }: { rollup_id: string }) => rollup_id);
  const create = (name: string) => send(alice, 'createRollup', name, 'custom', 10_000n * qor, '');
  assert.deepEqual([await listed(), await listed()], [[], []]);
  const snapshot = await ask('evm_snapshot');
  await create('one');
  assert.deepEqual([await listed(), await listed()], [['one'], ['one']]);
  await create('two');
  assert.deepEqual((await listed()).sort(), ['one', 'two']);
  await ask('evm_revert', snapshot);
  assert.deepEqual([await listed(), await listed()], [[], []]);
  await create('three');
  assert.deepEqual(await listed(), ['three']);
});

test('the life of a rollup from its creation to a paid withdrawal', async (t) => {
  const { node, provider, alice, bob, carol, send, assertRejected, ask, pass, held } = await startNode(t);
  const bobsAddress = node.accounts[2]?.address ?? assert.fail();
  await assertRejected(
    alice,
    'the stake is below the minimum, or above what the account has: it takes 10000000000 uqor (6)',
    'createRollup',
    ...['shop', 'nft', qor, ''],
  );
  const created = await send(alice, 'createRollup', 'shop', 'nft', 10_000n * qor, 'native');
  assert.equal(await held(), 9_900n * qor);
  assert.equal((await ask('qor_getBurnStats')).total_burned > '0', true);
  const status = await ask('qor_getRollupStatus', 'shop');
  assert.match(status.operator, /^qor1/);
  assert.deepEqual(status, {
    rollup_id: 'shop',
    status: 'active',
    settlement_type: 'optimistic',
    operator: status.operator,
    total_batches: 0,
    last_finalized_batch: 0,
    pending_batches: 0,
    stake: '10000000000uqor',
    created_at_height: created.blockNumber,
  });
  const layer = await ask('qor_getLayerInfo', 'shop');
  assert.deepEqual([layer.layer_type, layer.status, layer.creator], ['rollup', 'active', status.operator]);

  await send(bob, 'deposit', 'shop', 5n * qor, '0x');
  const data = Buffer.from('what happened in the batch');
  await send(alice, 'submitBlob', 'shop', data, '0x');
  const tree = withdrawalTree([
    { recipient: bobsAddress, denom: 'uqor', amount: 2n * qor },
    { recipient: rdkAddress, denom: 'uqor', amount: qor },
  ]);
  await assertRejected(
    alice,
    'the data of the batch is not available here (26)',
    'submitBatch',
    ...batch('shop', 1, { data: root(9) }),
  );
  await send(alice, 'submitBatch', ...batch('shop', 1, { data: sha256(data), withdrawals: tree.root }));
  await send(alice, 'submitBatch', ...batch('shop', 2));
  const claim = ['shop', 1, 0, bobsAddress, 'uqor', 2n * qor, [...tree.proof(0)]] as const;
  await assertRejected(carol, 'the batch is not finalized (27)', 'executeWithdrawal', ...claim);
  await pass(window);
  assert.equal((await ask('qor_getSettlementBatch', 'shop', 1)).status, 'finalized');
  const before = await provider.getBalance(bobsAddress);
  await send(carol, 'executeWithdrawal', ...claim);
  assert.equal((await provider.getBalance(bobsAddress)) - before, 2n * qor * wei);
  await assertRejected(carol, 'the withdrawal is paid already (28)', 'executeWithdrawal', ...claim);
  assert.equal(await held(), 9_903n * qor);

  await send(alice, 'pauseRollup', 'shop', 'repairs');
  assert.equal((await ask('qor_getLayerInfo', 'shop')).status, 'suspended');
  await assertRejected(alice, 'the rollup is not active (4)', 'submitBatch', ...batch('shop', 3));
  await send(alice, 'resumeRollup', 'shop');
  await send(alice, 'stopRollup', 'shop');
  assert.equal((await ask('qor_getLayerInfo', 'shop')).status, 'decommissioned');
  assert.equal(await held(), 3n * qor, 'what was deposited stays');
  assert.deepEqual(
    (await ask('qor_listRollups', 'ignored')).map((rollup: { status: string; vm_type: string }) => [
      rollup.status,
      rollup.vm_type,
    ]),
    [['stopped', 'cosmwasm']],
  );
  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});

test('one challenge is upheld, one dismissed', async (t) => {
  const { node, provider, chief, alice, bob, carol, send, assertRejected, ask, pass, held } = await startNode(t);
  await send(alice, 'createRollup', 'shop', 'custom', 10_000n * qor, '');
  for (const index of [1, 2, 3]) await send(alice, 'submitBatch', ...batch('shop', index));
  await send(bob, 'challengeBatch', 'shop', 1, '0x01');
  await send(carol, 'challengeBatch', 'shop', 2, '0x02');
  assert.equal(await held(), 11_900n * qor);
  const authority = 'the account may not do this: the authority may (7)';
  await assertRejected(alice, authority, 'resolveChallenge', 'shop', 1, false);
  await pass(window);
  const statuses = () =>
    Promise.all([1, 2, 3].map(async (index) => (await ask('qor_getSettlementBatch', 'shop', index)).status));
  assert.deepEqual(await statuses(), ['challenged', 'challenged', 'submitted']);
  await send(chief, 'resolveChallenge', 'shop', 1, false);
  await send(chief, 'resolveChallenge', 'shop', 2, true);
  await pass(window);
  assert.deepEqual(await statuses(), ['finalized', 'rejected', 'rejected']);
  assert.equal(await held(), 4_950n * qor, 'one bond went to the treasury, one back; half of the stake is slashed');
  const { total_batches, last_finalized_batch, pending_batches } = await ask('qor_getRollupStatus', 'shop');
  assert.deepEqual([total_batches, last_finalized_batch, pending_batches], [3, 1, 0]);
  await send(alice, 'submitBatch', ...batch('shop', 4));
  await pass(window);
  assert.equal((await ask('qor_getRollupStatus', 'shop')).last_finalized_batch, 4);
  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});

test('a zk batch is final at once when its proof is valid, and rejected when it is not', async (t) => {
  const { node, provider, alice, send, assertRejected, ask } = await startNode(t);
  const { verifyingKey, prove } = groth16Fixture();
  await send(alice, 'createRollup', 'bank', 'defi', 10_000n * qor, '');
  await send(alice, 'setVerificationKey', 'bank', verifyingKey);
  const inputs = batchInputs('bank', 1);
  const proof = prove(batchPublicInputs(node.node.chain.reader.identity, { ...inputs, batchIndex: 1, txCount: 7 }));
  const submission = (given: Uint8Array) => [...batch('bank', 1).slice(0, 7), given];
  const broken = prove([1n]);
  const reason = 'the proof does not hold: the proof does not prove this statement (23)';
  await assertRejected(alice, reason, 'submitBatch', ...submission(broken));
  const failed = await alice.getFunction('submitBatch').send(...submission(broken), { gasLimit: 1_000_000 });
  await assert.rejects(failed.wait());
  assert.equal((await ask('qor_getRollupStatus', 'bank')).total_batches, 0, 'nothing of it remains');
  const receipt = await send(alice, 'submitBatch', ...submission(proof));
  const settled = await ask('qor_getSettlementBatch', 'bank', 1);
  assert.deepEqual(
    [settled.status, settled.proof_type, settled.finalized_at],
    ['finalized', 'snark', receipt.blockNumber],
  );
  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});

test('the command line operates a rollup', async (t) => {
  const { node, pass, ask } = await startNode(t);
  const run = (...words: string[]) =>
    runQord(words, { variables: { QORD_NODE: node.urls.http, QORD_HOME: node.home } });
  const tx = async (...words: string[]) => {
    const { code, stderr } = await run('tx', 'rdk', ...words, '--from', 'dev1', '--json');
    assert.deepEqual([code, stderr], [0, '']);
  };
  await tx('create-rollup', 'game', 'custom', '10000qor', '--vm', 'evm');
  await tx('deposit', 'game', '3qor');
  const recipient = node.accounts[2]?.address ?? assert.fail();
  const tree = withdrawalTree([1n, 2n].map((amount) => ({ recipient, denom: 'uqor', amount: amount * qor })));
  const hex = (bytes: Uint8Array | undefined) => `0x${Buffer.from(bytes ?? []).toString('hex')}`;
  await tx('submit-batch', 'game', '1', hex(root(1)), '--withdrawals-root', hex(tree.root));
  await tx('submit-batch', 'game', '2', hex(root(2)));
  await pass(window);
  const batchShown = JSON.parse((await run('query', 'rdk', 'batch', 'game', '1', '--json')).stdout);
  assert.equal(batchShown.status, 'finalized');
  const advice = JSON.parse((await run('query', 'rdk', 'suggest-profile', 'a lending market', '--json')).stdout);
  assert.equal(advice.profile, (await ask('qor_suggestRollupProfile', 'a lending market')).suggested_profile);
  const words = ['execute-withdrawal', 'game', '1', '1', 'dev2', 'uqor', '2qor'];
  await tx(...words, '--proof', tree.proof(1).map(hex).join(','));
  const rejected = await run('tx', 'rdk', 'submit-batch', 'game', '7', hex(root(1)), '--from', 'dev1');
  assert.match(rejected.stderr, /rdk: the batch is described wrongly: the next index is 3 \(31\)/);
  const stranger = await run('tx', 'rdk', 'stop-rollup', 'game', '--from', 'dev2');
  assert.match(stranger.stderr, /rdk: the account may not do this: its creator may \(7\)/);
  await tx('stop-rollup', 'game');
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
