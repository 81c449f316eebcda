import { mlDsaKeys } from '@qord/curves/ml-dsa';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { signedAnchor } from '#qord/testing/modules/signed-anchor.ts';
import { type PreparedChain, qor, wordOf } from './prepared-chain.ts';

export const layerKey = mlDsaKeys('ml-dsa-87', wordOf(9));
const sides = Array.from({ length: 9 }, (_, at) => `side-${at}`);
const pays = Array.from({ length: 49 }, (_, at) => `pay-${at}`);

/**
 * As many layers as there may be but one of each kind, all active, one with anchors. Account 0 has registered
 * `layerKey`.
 */
export function prepareLayers({ chain, send, succeeds }: PreparedChain): void {
  const side = {
    description: 'Games',
    ...{ targetBlockTimeMs: 2_000n, maxTransactionsPerBlock: 1_000n, minValidators: 1n },
    ...{ settlementIntervalBlocks: 100n, supportedVmTypes: ['evm'], supportedDomains: ['gaming'] },
  };
  const pay = { description: 'Payments', maxTransactionsPerBlock: 5_000n, settlementIntervalBlocks: 50n };
  const payInputs = { ...pay, baseFeeMultiplier: 10n ** 16n };
  for (const layerId of sides) send(0, 'multilayer', 'registerSidechain', { layerId, ...side });
  for (const layerId of pays) send(0, 'multilayer', 'registerPaychain', { layerId, ...payInputs });
  for (const layerId of [...sides, ...pays])
    send(0, 'multilayer', 'updateLayerStatus', { layerId, newStatus: 'active', reason: '' });
  const anchor = (layerId: string, stateRoot: Uint8Array) => {
    const state = { layerId, layerHeight: 100n, stateRoot, validatorSetHash: wordOf(2) };
    return signedAnchor(layerKey, state, chain.reader.identity);
  };
  send(0, 'multilayer', 'anchorState', anchor('side-0', wordOf(1)));
  succeeds('multilayer.anchorState', anchor('side-1', wordOf(1)));
  const { signature } = anchor('side-0', wordOf(3));
  const fraud = { anchorHeight: 100n, fraudProof: concatBytes(wordOf(3), wordOf(2), signature), reason: 'two states' };
  succeeds('multilayer.challengeAnchor', { layerId: 'side-0', ...fraud });
  succeeds('multilayer.updateLayerStatus', { layerId: 'side-2', newStatus: 'suspended', reason: 'reviewed' });
  const { layerId, layerHeight, stateRoot, validatorSetHash } = anchor('side-0', wordOf(1));
  succeeds('multilayer.anchorDigest', { layerId, layerHeight, stateRoot, validatorSetHash });
  succeeds('multilayer.anchorOf', { layerId: 'side-0', layerHeight: 100n });
  for (const count of [1, 16]) succeeds('multilayer.bundledFee', { gas: 100_000n, layerIds: pays.slice(0, count) });
  const route = { maxLatencyMs: 10_000n, maxFee: 1_000_000n * qor };
  for (const [length, preferredLayer] of [
    [32, ''],
    [2_000, ''],
    [500, 'side-3'],
  ] as const)
    succeeds('multilayer.routeTransaction', { payload: new Uint8Array(length).fill(1), preferredLayer, ...route });
  const payload = new Uint8Array(2_000);
  const messageIds = Array.from({ length: 64 }, (_, at) => BigInt(at + 1));
  for (const _ of messageIds)
    send(0, 'multilayer', 'routeTransaction', { payload, ...route, preferredLayer: 'side-4' });
  for (const count of [1, 64])
    succeeds('multilayer.takeMessages', { layerId: 'side-4', messageIds: messageIds.slice(0, count) });
}
