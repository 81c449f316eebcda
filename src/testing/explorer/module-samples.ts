import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePaths } from '../../config/home.ts';
import { bankAddress } from '../../modules/addresses.ts';
import { writeHome } from '../../node/write-home.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { genesisWith } from '../module-chain.ts';
import { signedAnchor } from '../modules/signed-anchor.ts';
import { accountOf } from '../sign-from.ts';
import { keyWithProof, testConsensusKey } from '../signing/consensus-keys.ts';
import { testPqcKey } from '../signing/hybrid.ts';
import { createBridgeSamples } from './bridge-samples.ts';
import type { SampleSender } from './sample-sender.ts';

const qor = 1_000_000n; // in uqor

/** A home whose bridge works with three validators, and whose cross-VM queue is short: it is removed with the node. */
export function sampleHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'qord-samples-'));
  const bridge = {
    min_validators: 3,
    attestation_threshold: 2,
    challenge_period_secs: 60,
    large_transfer_threshold: '300000000',
  };
  const crossvm = { max_message_gas: '100000', max_block_gas: '100000', queue_timeout_blocks: 4 };
  const sections = { bridge: { params: bridge }, crossvm: { params: crossvm } };
  writeHome(homePaths(home), genesisWith({ ...sections, staking: { params: { signed_blocks_window: 10_000 } } }));
  return home;
}

/** A home without an authority, where proposals decide. */
export function homeWithoutAuthority(): string {
  const home = mkdtempSync(join(tmpdir(), 'qord-governed-'));
  const periods = { min_deposit: '100000000', deposit_seconds: 3_600, voting_seconds: 3_600 };
  const staking = { params: { unbonding_seconds: 3_600 } }; // a vote never takes longer
  const office = { params: { account: zeroAddress } };
  writeHome(homePaths(home), genesisWith({ authority: office, governance: { params: periods }, staking }));
  return home;
}

/** A proposal that is voted on, and one that waits for its deposit. */
export async function createGovernanceSamples({ call }: SampleSender): Promise<void> {
  const summary = 'Rebases cost every holder gas; every 77 blocks is enough.';
  const proposal = { title: '<b>Slower</b> rebases', summary, module: 'xqore', changes: '{"rebase_interval":77}' };
  await call(1, 'governance', 'proposeParams', { ...proposal, deposit: 40n * qor });
  await call(2, 'governance', 'deposit', { proposal: 1n, amount: 60n * qor });
  await call(0, 'governance', 'vote', { proposal: 1n, option: 'yes' });
  const spend = { title: 'A bench for the park', summary: '', to: accountOf(5) };
  await call(3, 'governance', 'proposeSpend', { ...spend, amount: 5n * qor, deposit: 10n * qor });
}

/**
 * What native modules show when they are used: three validators, bridge operations in every state, layers with anchors,
 * rollups with `batches` batches of every state, and cross-VM messages, some of which still wait.
 */
export async function createModuleSamples(
  sender: SampleSender,
  { batches }: { readonly batches: number },
): Promise<void> {
  await createValidatorSamples(sender);
  await createBridgeSamples(sender);
  await createLayerSamples(sender);
  await createRollupSamples(sender, batches);
  await createMessageSamples(sender);
}

async function createValidatorSamples({ call, mine, network }: SampleSender): Promise<void> {
  for (const account of [1, 2]) {
    const operator = accountOf(account);
    const { key, proof } = keyWithProof(testConsensusKey(account), operator, await network());
    const moniker = account === 1 ? 'Validator with a rather long name of forty-eight b' : '‮evil‬ validator';
    await call(account, 'staking', 'createValidator', {
      key,
      proof,
      moniker,
      commission: 500n,
      amount: 200_000n * qor,
    });
  }
  await mine(32);
}

const layerKey = testPqcKey(7);
const root = (byte: number) => new Uint8Array(32).fill(byte);

async function createLayerSamples({ call, mine, network: networkOf }: SampleSender): Promise<void> {
  const network = await networkOf();
  const anchor = (layerId: string, layerHeight: bigint, stateRoot: Uint8Array) =>
    signedAnchor(layerKey, { layerId, layerHeight, stateRoot, validatorSetHash: root(9) }, network);
  const publicKey = { algorithmId: 1n, publicKey: layerKey.publicKey, ecdsaPublicKey: emptyBytes, keyType: 'hybrid' };
  await call(1, 'pqc', 'registerKey', publicKey);
  const facts = { targetBlockTimeMs: 1_000n, maxTransactionsPerBlock: 10n, minValidators: 1n };
  const kinds = { settlementIntervalBlocks: 10n, supportedVmTypes: ['evm'], supportedDomains: ['gaming'] };
  for (const [layerId, description] of [
    ['games', 'Games of many players, anchored every ten blocks'],
    ['wrong', 'A layer whose creator signed two states of one height'],
    ['waiting', 'Not reviewed yet'],
  ] as const) {
    await call(1, 'multilayer', 'registerSidechain', { layerId, description, ...facts, ...kinds });
    if (layerId === 'waiting') continue;
    await call(0, 'multilayer', 'updateLayerStatus', { layerId, newStatus: 'active', reason: 'reviewed' });
  }
  const paychain = { maxTransactionsPerBlock: 100n, settlementIntervalBlocks: 20n, baseFeeMultiplier: 10n ** 18n };
  await call(1, 'multilayer', 'registerPaychain', { layerId: 'coffee', description: 'Small payments', ...paychain });
  for (let height = 1; height <= 6; height++) {
    await call(2, 'multilayer', 'anchorState', anchor('games', BigInt(height * 10), root(height)));
    await mine(12);
  }
  await call(2, 'multilayer', 'anchorState', anchor('wrong', 1n, root(1)));
  const other = anchor('wrong', 1n, root(3));
  const fraudProof = concatBytes(other.stateRoot, other.validatorSetHash, other.signature);
  const challenge = { layerId: 'wrong', anchorHeight: 1n, fraudProof, reason: 'two roots' };
  await call(4, 'multilayer', 'challengeAnchor', challenge);
  for (const size of [10, 400, 2_000]) {
    const route = { payload: new Uint8Array(size), preferredLayer: '', maxLatencyMs: 10_000n, maxFee: 1_000n };
    await call(3, 'multilayer', 'routeTransaction', route);
  }
}

function batch(rollupId: string, index: number, dataHash: Uint8Array = root(0)) {
  const roots = { stateRoot: root(index % 255), prevStateRoot: root(0), dataHash, withdrawalsRoot: root(0) };
  return { rollupId, batchIndex: BigInt(index), txCount: BigInt((index * 37) % 500), proof: emptyBytes, ...roots };
}

async function createRollupSamples({ call, rpc, mine }: SampleSender, batches: number): Promise<void> {
  const stake = 10_000n * qor;
  for (const [rollupId, profile] of [
    ['shop', 'custom'],
    ['paused', 'nft'],
    ['bank', 'defi'],
  ] as const) {
    await call(1, 'rdk', 'createRollup', { rollupId, profile, stake, vm: 'evm' });
  }
  await call(1, 'rdk', 'pauseRollup', { rollupId: 'paused', reason: 'repairs' });
  await call(2, 'rdk', 'deposit', { rollupId: 'shop', amount: 5n * qor, recipient: emptyBytes });
  const data = Buffer.from('what happened in the batch');
  await call(1, 'rdk', 'submitBlob', { rollupId: 'shop', data, namespace: emptyBytes });
  for (let index = 1; index <= batches; index++) {
    await call(1, 'rdk', 'submitBatch', batch('shop', index, index === 1 ? sha256(data) : undefined));
  }
  await rpc('evm_increaseTime', 61);
  await mine(2);
  for (const index of [1, 2, 3, 4]) await call(1, 'rdk', 'submitBatch', batch('shop', batches + index));
  for (const [account, index] of [
    [2, batches + 2],
    [3, batches + 3],
  ] as const) {
    const challenge = { rollupId: 'shop', batchIndex: BigInt(index), proof: Buffer.from('proof of fraud') };
    await call(account, 'rdk', 'challengeBatch', challenge);
  }
  const upheld = { rollupId: 'shop', batchIndex: BigInt(batches + 3), fraudUpheld: true };
  await call(0, 'rdk', 'resolveChallenge', upheld);
}

/** Messages of one block: its gas is enough for one, so that the others wait or time out. */
async function createMessageSamples({ call, submit, rpc, mine }: SampleSender): Promise<void> {
  const target = accountOf(9);
  const message = (payload: Uint8Array) => ({
    sourceVm: 'cosmwasm',
    targetVm: 'evm',
    targetContract: target,
    payload,
    funds: 2n * qor,
  });
  await call(2, 'crossvm', 'call', message(Uint8Array.of(1)));
  const bank = {
    sourceVm: 'cosmwasm',
    targetVm: 'evm',
    targetContract: bankAddress,
    payload: Uint8Array.of(1, 2, 3, 4),
    funds: 0n,
  };
  await call(3, 'crossvm', 'call', bank);
  await mine(2);
  await rpc('evm_setAutomine', false);
  for (const account of [2, 3, 4, 5, 6, 7]) await submit(account, 'crossvm', 'call', message(Uint8Array.of(account)));
  await mine(6);
  for (const account of [2, 3, 4, 5]) await submit(account, 'crossvm', 'call', message(Uint8Array.of(account)));
  await mine(1);
}
