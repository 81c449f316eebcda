import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treasury } from '../../kernel/module-account.ts';
import type { Address } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { mlDsaKeys, signMlDsa } from '../../primitives/crypto/ml-dsa.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { createModuleHarness, harnessTime, type ModuleHarness } from '../../testing/module-harness.ts';
import { multilayerAddress } from '../addresses.ts';
import { anchorText } from './anchor-text.ts';
import { anchorIntervalWarning, crossLayerTimeout } from './events.ts';
import { createMultilayer } from './index.ts';
import { anchors, layers, messages } from './records.ts';
import { bundledFee } from './router.ts';

const [chief, alice, bob] = developmentAccounts.map(({ address }) => address);
assert.ok(chief && alice && bob);
const qor = 1_000_000n;
const key = mlDsaKeys('ml-dsa-87', new Uint8Array(32).fill(1));
const root = (byte: number) => new Uint8Array(32).fill(byte);
const layerFacts = { maxTransactionsPerBlock: 10n, settlementIntervalBlocks: 100n };
const sidechain = {
  layerId: 'games',
  description: 'Games',
  targetBlockTimeMs: 1_000n,
  minValidators: 1n,
  supportedVmTypes: ['evm'],
  supportedDomains: ['gaming'],
  ...layerFacts,
};
const paychain = { layerId: 'coffee', description: '', baseFeeMultiplier: 10n ** 17n, ...layerFacts };

function openHarness(params: Record<string, unknown> = {}) {
  const multilayer = createMultilayer({
    isAuthority: (_, caller) => caller === chief,
    mlDsa87KeyOf: (_, account) => (account === alice ? key.publicKey : undefined),
  });
  const section = { params: { min_anchor_interval: 3, max_anchor_interval: 6, ...params } };
  const harness = createModuleHarness([multilayer], { multilayer: section });
  for (const account of [chief, alice, bob]) if (account) harness.fund(account, 10_000n * qor);
  const call = (caller: Address | undefined, name: string, inputs: Parameters<ModuleHarness['call']>[3]) =>
    harness.call(multilayer, caller ?? multilayerAddress, name, inputs);
  const held = () =>
    [multilayerAddress, treasury, chief, alice, bob].reduce((sum, at) => sum + harness.balance(at ?? treasury), 0n);
  return { harness, call, held, query: (id: unknown) => harness.query(multilayer, 'qor_getLayerInfo', id) };
}

function anchorInputs(layerHeight: bigint, stateRoot: Uint8Array, layerId = 'games') {
  const validatorSetHash = root(9);
  const signature = signMlDsa(
    'ml-dsa-87',
    key.privateKey,
    anchorText(layerId, layerHeight, stateRoot, validatorSetHash),
  );
  const rest = { transactionCount: 5n, compressedStateProof: emptyBytes };
  return { layerId, layerHeight, stateRoot, validatorSetHash, signature, ...rest };
}

/** A harness whose sidechain `games` is active. */
function activeHarness(params: Record<string, unknown> = {}) {
  const opened = openHarness(params);
  assert.ok('outputs' in opened.call(alice, 'registerSidechain', sidechain));
  assert.deepEqual(opened.call(chief, 'updateLayerStatus', { layerId: 'games', newStatus: 'active', reason: '' }), {
    outputs: {},
  });
  return opened;
}

const refused = (text: string) => ({ refusal: `multilayer: ${text}` });

test('a sidechain is proposed with its stake, and shows in the query', () => {
  const { harness, call, query } = openHarness();
  assert.deepEqual(call(alice, 'registerSidechain', sidechain), {
    outputs: { chainId: 'qor-games-1', status: 'proposed' },
  });
  assert.equal(harness.balance(multilayerAddress), 1_000n * qor);
  const { creator, ...info } = query('games') as Record<string, unknown>;
  assert.match(String(creator), /^qor1/);
  assert.deepEqual(info, {
    layer_id: 'games',
    layer_type: 'sidechain',
    status: 'proposed',
    chain_id: 'qor-games-1',
    description: 'Games',
    target_block_time_ms: 1000,
    max_transactions_per_block: 10,
    max_gas_per_block: 100_000_000,
    min_validators: 1,
    settlement_interval_blocks: 100,
    challenge_period_seconds: 86_400,
    base_fee_multiplier: '0.50',
    cross_layer_fee_bundling_enabled: true,
    supported_vm_types: ['evm'],
    supported_domains: ['gaming'],
    registered_at: '2026-01-01T00:00:02Z',
    last_anchor_at: undefined,
  });
  assert.throws(() => query('nobody'), { kind: 'not-found' });
  assert.throws(() => query('x'.repeat(500)), { kind: 'not-found' });
  assert.throws(() => query(''), { kind: 'invalid-parameter' });
});

test('registrations are rejected with the reason', () => {
  const { call, harness } = openHarness({ max_sidechains: 1, max_paychains: 1 });
  const register = (changes: object) => call(alice, 'registerSidechain', { ...sidechain, ...changes });
  assert.deepEqual(
    register({ layerId: 'Games' }),
    refused('the layer is described wrongly: layerId must have 1 to 64 of a-z, 0-9, - and _, and not be main (18)'),
  );
  assert.deepEqual(register({ layerId: 'main' }), register({ layerId: '' }));
  assert.deepEqual(
    register({ minValidators: 0n }),
    refused('the layer is described wrongly: minValidators must be above zero (18)'),
  );
  assert.deepEqual(
    register({ settlementIntervalBlocks: 0n }),
    refused('the layer is described wrongly: settlementIntervalBlocks must be above zero (18)'),
  );
  assert.deepEqual(
    register({ description: 'x'.repeat(1001) }),
    refused('the layer is described wrongly: description must have at most 1000 bytes (18)'),
  );
  assert.deepEqual(
    register({ supportedDomains: [''] }),
    refused('the layer is described wrongly: supportedDomains must have at most 16 words of 1 to 32 bytes (18)'),
  );
  assert.deepEqual(
    call(multilayerAddress, 'registerSidechain', sidechain),
    refused('the account has less than the stake of a layer: 1000000000 uqor (7)'),
  );
  assert.ok('outputs' in register({}));
  assert.deepEqual(register({}), refused('a layer of that name exists (2)'));
  assert.deepEqual(register({ layerId: 'other' }), refused('there are as many sidechains as may be (5)'));
  const pay = (changes: object) => call(bob, 'registerPaychain', { ...paychain, ...changes });
  assert.deepEqual(
    pay({ baseFeeMultiplier: 0n }),
    refused('the layer is described wrongly: baseFeeMultiplier must be from 1 to 10^18 (18)'),
  );
  assert.ok('outputs' in pay({}));
  assert.deepEqual(pay({ layerId: 'tea' }), refused('there are as many paychains as may be (6)'));
  call(bob, 'updateLayerStatus', { layerId: 'coffee', newStatus: 'decommissioned', reason: 'over' });
  assert.ok('outputs' in pay({ layerId: 'tea' }), 'the place is free again');
  assert.equal(harness.balance(multilayerAddress), 1_200n * qor);
});

test('the status machine: only its transitions, only by the authority or, for the end, the creator', () => {
  const { harness, call, query, held } = openHarness({ default_challenge_period: 10 });
  call(alice, 'registerSidechain', sidechain);
  const before = held();
  const move = (caller: Address | undefined, newStatus: string) =>
    call(caller, 'updateLayerStatus', { layerId: 'games', newStatus, reason: 'r' });
  assert.deepEqual(
    call(chief, 'updateLayerStatus', { layerId: 'x'.repeat(256), newStatus: 'active', reason: '' }),
    refused('no such layer or anchor (3)'),
  );
  const stranger = 'only the authority may do this; a creator may decommission its own layer (16)';
  assert.deepEqual(move(alice, 'active'), refused(stranger));
  assert.deepEqual(move(bob, 'decommissioned'), refused(stranger));
  assert.deepEqual(
    move(chief, 'suspended'),
    refused('a layer cannot go from its status to that one: proposed → suspended (15)'),
  );
  for (const next of ['active', 'suspended', 'active']) assert.deepEqual(move(chief, next), { outputs: {} });
  assert.deepEqual(
    move(chief, 'proposed'),
    refused('a layer cannot go from its status to that one: active → proposed (15)'),
  );
  assert.deepEqual(move(alice, 'decommissioned'), { outputs: {} });
  assert.deepEqual(
    move(chief, 'active'),
    refused('a layer cannot go from its status to that one: decommissioned → active (15)'),
  );
  assert.equal((query('games') as { status: string }).status, 'decommissioned');
  harness.nextBlock({ seconds: 10 });
  assert.equal(harness.balance(alice), 9_000n * qor);
  harness.nextBlock();
  assert.equal(harness.balance(alice), 10_000n * qor);
  assert.equal(held(), before);
});

test('anchors: accepted, too early, too old, wrongly signed', () => {
  const { harness, call, query } = activeHarness();
  const anchor = (inputs: ReturnType<typeof anchorInputs>) => call(bob, 'anchorState', inputs);
  const signature = "the signature is not that of the creator's registered ML-DSA-87 key (17)";
  assert.deepEqual(anchor({ ...anchorInputs(1n, root(1)), stateRoot: root(2) }), refused(signature));
  assert.deepEqual(anchor({ ...anchorInputs(1n, root(1)), signature: emptyBytes }), refused(signature));
  assert.deepEqual(anchor(anchorInputs(1n, root(0))), refused('the anchor is not valid: the state root is empty (8)'));
  assert.deepEqual(anchor({ ...anchorInputs(1n, root(1)), layerId: 'nobody' }), refused('no such layer or anchor (3)'));
  assert.deepEqual(anchor(anchorInputs(1n, root(1))), { outputs: { mainChainHeight: 1n } });
  assert.deepEqual(
    anchor(anchorInputs(2n, root(2))),
    refused('the last anchor is too recent: the next may come in block 4 (9)'),
  );
  assert.deepEqual(
    anchor(anchorInputs(1n, root(2))),
    refused('the layer height is not above that of the last anchor (10)'),
  );
  for (let block = 0; block < 3; block++) harness.nextBlock();
  assert.deepEqual(anchor(anchorInputs(2n, root(2))), { outputs: { mainChainHeight: 4n } });
  assert.equal((query('games') as { last_anchor_at: string }).last_anchor_at, '2026-01-01T00:00:08Z');
  assert.deepEqual(call(bob, 'anchorOf', { layerId: 'games', layerHeight: 1n }), {
    outputs: { stateRoot: root(1), mainChainHeight: 1n, finalAt: BigInt(harnessTime + 2 + 86_400), rejected: false },
  });
  assert.deepEqual(call(bob, 'anchorOf', { layerId: 'x'.repeat(200), layerHeight: 1n }), {
    outputs: { stateRoot: root(0), mainChainHeight: 0n, finalAt: 0n, rejected: false },
  });
  call(chief, 'updateLayerStatus', { layerId: 'games', newStatus: 'suspended', reason: '' });
  assert.deepEqual(anchor(anchorInputs(3n, root(3))), refused('the layer is not active (4)'));
});

test('a creator without a key cannot anchor', () => {
  const { call } = openHarness();
  call(bob, 'registerSidechain', sidechain);
  call(chief, 'updateLayerStatus', { layerId: 'games', newStatus: 'active', reason: '' });
  assert.deepEqual(
    call(bob, 'anchorState', anchorInputs(1n, root(1))),
    refused("the signature is not that of the creator's registered ML-DSA-87 key (17)"),
  );
});

const proofOf = (stateRoot: Uint8Array, layerHeight = 1n) => {
  const { validatorSetHash, signature } = anchorInputs(layerHeight, stateRoot);
  return concatBytes(stateRoot, validatorSetHash, signature);
};

test('two signed states of one height cost the layer its stake; nothing else does', () => {
  const { harness, call, held } = activeHarness();
  call(bob, 'anchorState', anchorInputs(1n, root(1)));
  const before = held();
  const challenge = (fraudProof: Uint8Array, anchorHeight = 1n) =>
    call(bob, 'challengeAnchor', { layerId: 'games', anchorHeight, fraudProof, reason: 'two roots' });
  assert.deepEqual(challenge(emptyBytes), refused('the fraud proof does not hold: it must have 4691 bytes (12)'));
  assert.deepEqual(challenge(proofOf(root(1))), refused('the fraud proof does not hold: it shows the same state (12)'));
  assert.deepEqual(
    challenge(proofOf(root(2), 2n)),
    refused('the fraud proof does not hold: the signature is not that of the key of the anchor (12)'),
  );
  assert.deepEqual(challenge(proofOf(root(2)), 2n), refused('no such layer or anchor (3)'));
  assert.deepEqual(challenge(proofOf(root(2))), { outputs: { reward: 500n * qor } });
  assert.deepEqual(
    [harness.balance(bob), harness.balance(treasury), harness.balance(multilayerAddress)],
    [10_500n * qor, 500n * qor, 0n],
  );
  assert.equal(layers.get(harness.state, 'games')?.status, 'decommissioned');
  assert.equal(anchors.get(harness.state, 'games', 1)?.rejected, true);
  assert.deepEqual(
    challenge(proofOf(root(2))),
    refused('the fraud proof does not hold: the anchor is rejected already (12)'),
  );
  assert.equal(held(), before);
});

test('the stake can be forfeited until the challenge period ends, also of a decommissioned layer', () => {
  const { harness, call } = activeHarness({ default_challenge_period: 10 });
  call(bob, 'anchorState', anchorInputs(1n, root(1)));
  const inputs = { layerId: 'games', anchorHeight: 1n, fraudProof: proofOf(root(2)), reason: '' };
  call(alice, 'updateLayerStatus', { layerId: 'games', newStatus: 'decommissioned', reason: '' });
  harness.nextBlock({ seconds: 11 });
  assert.deepEqual(call(bob, 'challengeAnchor', inputs), refused('the challenge period is over (11)'));
  harness.nextBlock();
  assert.equal(harness.balance(alice), 10_000n * qor);
  const again = activeHarness({ default_challenge_period: 10 });
  again.call(bob, 'anchorState', anchorInputs(1n, root(1)));
  again.call(alice, 'updateLayerStatus', { layerId: 'games', newStatus: 'decommissioned', reason: '' });
  assert.deepEqual(again.call(bob, 'challengeAnchor', inputs), { outputs: { reward: 500n * qor } });
  for (let block = 0; block < 3; block++) again.harness.nextBlock({ seconds: 11 });
  assert.equal(again.harness.balance(alice), 9_000n * qor);
});

test('an overdue anchor is reported once, and not while anchors come', () => {
  const { harness, call } = activeHarness();
  const warnings = () => harness.logs.filter(({ topics }) => topics[0] === anchorIntervalWarning.topic).length;
  for (let block = 0; block < 4; block++) harness.nextBlock();
  call(bob, 'anchorState', anchorInputs(1n, root(1)));
  for (let block = 0; block < 6; block++) harness.nextBlock();
  assert.equal(warnings(), 0);
  for (let block = 0; block < 6; block++) harness.nextBlock();
  assert.equal(warnings(), 1);
});

const route = { payload: new Uint8Array(2_000).fill(1), preferredLayer: '', maxLatencyMs: 10_000n, maxFee: qor };

test('transactions go to the best layer by the documented score, or stay on this chain', () => {
  const { harness, call } = activeHarness({ message_timeout: 2 });
  const before = harness.balance(alice);
  // .30 + .40 + .20 × .5 + .10 × .9 = 0.89; 53,000 gas / 1000 × (1 + 0.5) / 2 = 39
  assert.deepEqual(call(bob, 'routeTransaction', route), {
    outputs: { selectedLayer: 'games', reason: 'score 0.89', messageId: 1n, fee: 39n },
  });
  assert.equal(harness.balance(alice) - before, 39n);
  const middle = { ...route, payload: new Uint8Array(512) };
  assert.deepEqual(call(bob, 'routeTransaction', middle), {
    outputs: { selectedLayer: 'main', reason: 'no layer suits it better than this chain', messageId: 0n, fee: 0n },
  });
  // one message of ten waits: .30 × .9 + .40 × .5 + .10 + .09 = 0.66
  assert.deepEqual(call(bob, 'routeTransaction', { ...middle, preferredLayer: 'games' }), {
    outputs: { selectedLayer: 'games', reason: 'score 0.66 of the preferred layer', messageId: 2n, fee: 21n },
  });
  assert.deepEqual(call(bob, 'routingStats', {}), {
    outputs: {
      totalRouted: 3n,
      routedToMain: 1n,
      routedToSidechains: 2n,
      routedToPaychains: 0n,
      averageGasSavingsPercent: '33.333333333333333333',
      averageLatencyImprovementPercent: '33.333333333333333333',
    },
  });
  for (let block = 0; block < 3; block++) harness.nextBlock();
  assert.equal(messages.get(harness.state, 1), undefined);
  assert.equal(layers.get(harness.state, 'games')?.waiting_messages, 0);
  assert.equal(harness.logs.filter(({ topics }) => topics[0] === crossLayerTimeout.topic).length, 2);
});

test('routing is rejected with the reason', () => {
  const { call, harness } = activeHarness();
  const send = (changes: object, caller: Address = bob ?? treasury) =>
    call(caller, 'routeTransaction', { ...route, ...changes });
  assert.deepEqual(send({ payload: emptyBytes }), refused('the payload must have 1 to 65536 bytes (19)'));
  assert.deepEqual(send({ preferredLayer: 'nobody' }), refused('no such layer or anchor (3)'));
  assert.deepEqual(send({ maxFee: 38n }), refused('the fee is above the maximum that was given: 39 uqor (20)'));
  assert.deepEqual(send({}, treasury), refused('the account has less than the fee: 39 uqor (21)'));
  for (let sent = 0; sent < 10; sent++) send({});
  // full: .40 × .5 + .10 + .09
  assert.deepEqual(
    send({ payload: new Uint8Array(10), preferredLayer: 'games' }),
    refused('the preferred layer scores too low for this transaction: 0.39 of 0.48 (14)'),
  );
  call(bob, 'registerPaychain', paychain);
  assert.deepEqual(send({ preferredLayer: 'coffee' }), refused('the layer is not active (4)'));
  const off = activeHarness({ routing_enabled: false });
  assert.deepEqual(off.call(bob, 'routeTransaction', route), refused('routing is switched off (13)'));
  assert.equal(harness.balance(multilayerAddress), 1_100n * qor);
});

test('the bundled fee of the documented example', () => {
  assert.equal(bundledFee(150_000n, ['1.0', '0.5', '0.1'].map(parseDecimal)), 80n);
  assert.equal(bundledFee(1n, [parseDecimal('0.1')]), 1n);
  const { call } = activeHarness();
  call(bob, 'registerPaychain', paychain);
  assert.deepEqual(call(bob, 'bundledFee', { gas: 150_000n, layerIds: ['main', 'games', 'coffee'] }), {
    outputs: { fee: 80n },
  });
  assert.deepEqual(call(bob, 'bundledFee', { gas: 150_000n, layerIds: [] }), refused('no such layer or anchor (3)'));
});
