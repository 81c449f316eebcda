import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signMlDsa } from '@qord/curves/ml-dsa';
import { treasury } from '../../kernel/module-account.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { zeroHash } from '../../primitives/hash.ts';
import { harnessNetwork, harnessTime } from '../../testing/module-harness.ts';
import {
  activeHarness,
  alice,
  anchorInputs,
  bob,
  chief,
  layerKey,
  openHarness,
  qor,
  rejected,
  root,
  sidechain,
} from '../../testing/modules/multilayer-harness.ts';
import { signedAnchor } from '../../testing/modules/signed-anchor.ts';
import { multilayerAddress } from '../addresses.ts';
import { anchorTextV1 } from './anchor-text.ts';
import { anchorIntervalWarningEvent } from './events.ts';
import { anchors, layers } from './records.ts';

const proofOf = (stateRoot: Uint8Array, layerHeight = 1n) => {
  const { validatorSetHash, signature } = anchorInputs(layerHeight, stateRoot);
  return concatBytes(stateRoot, validatorSetHash, signature);
};

test('anchors: accepted, too early, too old, wrongly signed', () => {
  const { harness, call, query } = activeHarness();
  const anchor = (inputs: ReturnType<typeof anchorInputs>) => call(bob, 'anchorState', inputs);
  const signature = "the signature is not that of the creator's registered ML-DSA-87 key (17)";
  assert.deepEqual(anchor({ ...anchorInputs(1n, root(1)), stateRoot: root(2) }), rejected(signature));
  assert.deepEqual(anchor({ ...anchorInputs(1n, root(1)), signature: emptyBytes }), rejected(signature));
  assert.deepEqual(anchor(anchorInputs(1n, root(0))), rejected('the anchor is not valid: the state root is empty (8)'));
  assert.deepEqual(
    anchor({ ...anchorInputs(1n, root(1)), layerId: 'nobody' }),
    rejected('no such layer or anchor (3)'),
  );
  assert.deepEqual(anchor(anchorInputs(1n, root(1))), { outputs: { mainChainHeight: 1n } });
  assert.deepEqual(
    anchor(anchorInputs(2n, root(2))),
    rejected('the last anchor is too recent: the next may come in block 4 (9)'),
  );
  assert.deepEqual(
    anchor(anchorInputs(1n, root(2))),
    rejected('the layer height is not above that of the last anchor (10)'),
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
  assert.deepEqual(anchor(anchorInputs(3n, root(3))), rejected('the layer is not active (4)'));
});

test('version 1 of an anchor counts by its creator only, and is evidence of nothing', () => {
  const { call } = activeHarness();
  const signedV1 = (stateRoot: Uint8Array) => {
    const { signature: _, ...state } = anchorInputs(1n, stateRoot);
    return { ...state, signature: signMlDsa('ml-dsa-87', layerKey.privateKey, anchorTextV1(state)) };
  };
  const elsewhere = signedAnchor(
    layerKey,
    { layerId: 'games', layerHeight: 1n, stateRoot: root(3), validatorSetHash: root(9) },
    { ...harnessNetwork, genesisHash: zeroHash },
  );
  const badSignature = rejected("the signature is not that of the creator's registered ML-DSA-87 key (17)");
  assert.deepEqual(call(bob, 'anchorState', signedV1(root(1))), badSignature);
  assert.deepEqual(call(alice, 'anchorState', elsewhere), badSignature, 'of another network');
  assert.deepEqual(call(alice, 'anchorState', signedV1(root(1))), { outputs: { mainChainHeight: 1n } });
  for (const { stateRoot, validatorSetHash, signature } of [signedV1(root(2)), elsewhere]) {
    const fraudProof = concatBytes(stateRoot, validatorSetHash, signature);
    assert.deepEqual(
      call(bob, 'challengeAnchor', { layerId: 'games', anchorHeight: 1n, fraudProof, reason: '' }),
      rejected('the fraud proof does not hold: the signature is not that of the key of the anchor (12)'),
    );
  }
});

test('a creator without a key cannot anchor', () => {
  const { call } = openHarness();
  call(bob, 'registerSidechain', sidechain);
  call(chief, 'updateLayerStatus', { layerId: 'games', newStatus: 'active', reason: '' });
  assert.deepEqual(
    call(bob, 'anchorState', anchorInputs(1n, root(1))),
    rejected("the signature is not that of the creator's registered ML-DSA-87 key (17)"),
  );
});

test('two signed states of one height cost the layer its stake; nothing else does', () => {
  const { harness, call, held } = activeHarness();
  call(bob, 'anchorState', anchorInputs(1n, root(1)));
  const before = held();
  const challenge = (fraudProof: Uint8Array, anchorHeight = 1n) =>
    call(bob, 'challengeAnchor', { layerId: 'games', anchorHeight, fraudProof, reason: 'two roots' });
  assert.deepEqual(challenge(emptyBytes), rejected('the fraud proof does not hold: it must have 4691 bytes (12)'));
  assert.deepEqual(
    challenge(proofOf(root(1))),
    rejected('the fraud proof does not hold: it shows the same state (12)'),
  );
  assert.deepEqual(
    challenge(proofOf(root(2), 2n)),
    rejected('the fraud proof does not hold: the signature is not that of the key of the anchor (12)'),
  );
  assert.deepEqual(challenge(proofOf(root(2)), 2n), rejected('no such layer or anchor (3)'));
  assert.deepEqual(challenge(proofOf(root(2))), { outputs: { reward: 500n * qor } });
  assert.deepEqual(
    [harness.balance(bob), harness.balance(treasury), harness.balance(multilayerAddress)],
    [10_500n * qor, 500n * qor, 0n],
  );
  assert.equal(layers.get(harness.state, 'games')?.status, 'decommissioned');
  assert.equal(anchors.get(harness.state, 'games', 1)?.rejected, true);
  assert.deepEqual(
    challenge(proofOf(root(2))),
    rejected('the fraud proof does not hold: the anchor is rejected already (12)'),
  );
  assert.equal(held(), before);
});

test('the stake can be forfeited until the challenge period ends, also of a decommissioned layer', () => {
  const { harness, call } = activeHarness({ default_challenge_period: 10 });
  call(bob, 'anchorState', anchorInputs(1n, root(1)));
  const inputs = { layerId: 'games', anchorHeight: 1n, fraudProof: proofOf(root(2)), reason: '' };
  call(alice, 'updateLayerStatus', { layerId: 'games', newStatus: 'decommissioned', reason: '' });
  harness.nextBlock({ seconds: 11 });
  assert.deepEqual(call(bob, 'challengeAnchor', inputs), rejected('the challenge period is over (11)'));
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
  const warnings = () => harness.logs.filter(({ topics }) => topics[0] === anchorIntervalWarningEvent.topic).length;
  for (let block = 0; block < 4; block++) harness.nextBlock();
  call(bob, 'anchorState', anchorInputs(1n, root(1)));
  for (let block = 0; block < 6; block++) harness.nextBlock();
  assert.equal(warnings(), 0);
  for (let block = 0; block < 6; block++) harness.nextBlock();
  assert.equal(warnings(), 1);
});
