import { batchPublicInputs } from '#qord/modules/rdk/proofs/public-inputs.ts';
import { emptyBytes } from '#qord/primitives/bytes.ts';
import { groth16Fixture } from '#qord/testing/groth16/fixture.ts';
import { batchInputs } from '#qord/testing/modules/rollup-harness.ts';
import { withdrawalTree } from '#qord/testing/modules/withdrawal-tree.ts';
import { accountAt, type PreparedChain, qor, wordOf } from './prepared-chain.ts';

const create = (rollupId: string) => ({ rollupId, profile: 'custom', stake: 10_000n * qor, vm: '' });
const zk = { settlement: 'zk', proof: 'snark', sequencer: 'dedicated' };
/** As deep as a contract can prove for a tree of a million withdrawals. */
const withdrawals = 1_024;

/** Rollups in every state, with batches, proofs, withdrawals and blobs. */
export function prepareRollups(world: PreparedChain): void {
  const { send, succeeds } = world;
  const rdk = (name: string, inputs: Parameters<PreparedChain['send']>[3]) => send(0, 'rdk', name, inputs);
  for (const name of ['my-rollup', 'fresh', 'unproven', 'proven', 'paused', 'ended']) rdk('createRollup', create(name));
  // Account 0 is the authority: a rollup of its own takes no deposits, and it could not decide challenges there.
  for (const name of ['shop', 'challenged', 'lost', 'left', 'abandoned']) send(1, 'rdk', 'createRollup', create(name));
  succeeds('rdk.createRollup', create('another'));
  succeeds('rdk.setSettlement', { rollupId: 'fresh', ...zk });
  succeeds('rdk.setSequencers', { rollupId: 'fresh', sequencers: [accountAt(1)] });
  succeeds('rdk.setChallengeTerms', { rollupId: 'fresh', window: 3_600n, bond: 1_000n * qor });
  const execution = { blockTimeMs: 1_000n, maxTxPerBlock: 10_000n, gasModel: 'standard', daBackend: 'native' };
  succeeds('rdk.setExecution', { rollupId: 'fresh', ...execution });
  prepareBatches(world);
  prepareProofs(world);
  prepareBlobs(world);
  rdk('pauseRollup', { rollupId: 'paused', reason: 'maintenance' });
  for (const [name, rollupId] of [
    ['pauseRollup', 'ended'],
    ['resumeRollup', 'paused'],
    ['stopRollup', 'ended'],
  ] as const)
    succeeds(`rdk.${name}`, { rollupId, ...(name === 'pauseRollup' && { reason: 'maintenance' }) });
}

function prepareBatches({ send, mine, succeeds }: PreparedChain): void {
  const submit = (account: number, rollupId: string, batchIndex: number, changes = {}) =>
    send(account, 'rdk', 'submitBatch', { ...batchInputs(rollupId, batchIndex), ...changes });
  const requested = Array.from({ length: withdrawals }, () => ({
    recipient: accountAt(1),
    denom: 'uqor',
    amount: qor,
  }));
  const tree = withdrawalTree(requested);
  send(1, 'rdk', 'deposit', { rollupId: 'shop', amount: 100n * qor, recipient: wordOf(1) });
  submit(1, 'shop', 1, { withdrawalsRoot: tree.root });
  submit(1, 'shop', 2);
  mine(61_000);
  for (let block = 0; block < 3; block++) mine();
  for (const [name, account] of [
    ['my-rollup', 0],
    ['challenged', 1],
    ['lost', 1],
  ] as const)
    for (let index = 1; index <= 20; index++) submit(account, name, index);
  const challenge = (rollupId: string, index: number) => ({ rollupId, batchIndex: BigInt(index), proof: wordOf(1) });
  send(4, 'rdk', 'challengeBatch', challenge('challenged', 1));
  for (const index of [2, 1]) send(4, 'rdk', 'challengeBatch', challenge('lost', index));
  send(0, 'rdk', 'resolveChallenge', { rollupId: 'lost', batchIndex: 1n, fraudUpheld: true });
  succeeds('rdk.submitBatch', batchInputs('my-rollup', 21));
  succeeds('rdk.challengeBatch', challenge('my-rollup', 1));
  for (const fraudUpheld of [true, false])
    succeeds('rdk.resolveChallenge', { rollupId: 'challenged', batchIndex: 1n, fraudUpheld });
  succeeds('rdk.reclaimBond', { rollupId: 'lost', batchIndex: 2n });
  succeeds('rdk.deposit', { rollupId: 'shop', amount: qor, recipient: wordOf(1) });
  const claim = { rollupId: 'shop', batchIndex: 1n, withdrawalIndex: 0n, ...requested[0], proof: tree.proof(0) };
  succeeds('rdk.executeWithdrawal', { ...claim, recipient: accountAt(1), denom: 'uqor', amount: qor });
  send(4, 'rdk', 'deposit', { rollupId: 'left', amount: qor, recipient: wordOf(1) });
  send(1, 'rdk', 'stopRollup', { rollupId: 'left' });
  succeeds('rdk.refundDeposit', { rollupId: 'left', depositIndex: 1n });
  send(0, 'authority', 'setParams', { module: 'rdk', changes: '{"max_deposit_wait":1}' });
  send(4, 'rdk', 'deposit', { rollupId: 'abandoned', amount: qor, recipient: wordOf(1) });
  succeeds('rdk.stopAbandonedRollup', { rollupId: 'abandoned', depositIndex: 1n });
  succeeds('rdk.isWithdrawn', { rollupId: 'shop', batchIndex: 1n, withdrawalIndex: 0n });
}

function prepareProofs({ chain, send, succeeds, fails }: PreparedChain): void {
  const { verifyingKey, prove } = groth16Fixture();
  for (const rollupId of ['unproven', 'proven']) send(0, 'rdk', 'setSettlement', { rollupId, ...zk });
  succeeds('rdk.setVerificationKey', { rollupId: 'unproven', key: verifyingKey });
  send(0, 'rdk', 'setVerificationKey', { rollupId: 'proven', key: verifyingKey });
  const batch = batchInputs('proven', 1);
  const statement = { ...batch, batchIndex: 1, txCount: Number(batch.txCount) };
  const { proof: _, ...proven } = batch;
  succeeds('rdk.batchInput', proven);
  succeeds('rdk.nextDeposits', { rollupId: 'shop' });
  succeeds('rdk.submitBatch', { ...batch, proof: prove(batchPublicInputs(chain.reader.identity, statement)) });
  fails('rdk.submitBatch', {
    ...batch,
    txCount: 8n,
    proof: prove(batchPublicInputs(chain.reader.identity, statement)),
  });
}

function prepareBlobs({ send, succeeds }: PreparedChain): void {
  const blob = (length: number) => ({
    rollupId: 'my-rollup',
    data: new Uint8Array(length).fill(7),
    namespace: emptyBytes,
  });
  send(0, 'rdk', 'submitBlob', blob(100_000));
  send(0, 'rdk', 'submitBlob', blob(1)); // its copies do not take gigabytes, when there are ten thousand
  for (const length of [1, 130_000]) succeeds('rdk.submitBlob', { ...blob(length), namespace: wordOf(1) });
  for (const name of ['blobOf', 'blobContent']) succeeds(`rdk.${name}`, { rollupId: 'my-rollup', blobIndex: 1n });
}
