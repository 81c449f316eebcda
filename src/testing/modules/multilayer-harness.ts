import assert from 'node:assert/strict';
import { mlDsaKeys } from '@qord/curves/ml-dsa';
import { treasury } from '../../kernel/module-account.ts';
import { multilayerAddress } from '../../modules/addresses.ts';
import { createMultilayer } from '../../modules/multilayer/index.ts';
import type { Address } from '../../primitives/address.ts';
import { createModuleHarness, harnessNetwork, type ModuleHarness } from '../module-harness.ts';
import { accountOf } from '../sign-from.ts';
import { signedAnchor } from './signed-anchor.ts';

export const chief = accountOf(0);
export const alice = accountOf(1);
export const bob = accountOf(2);
export const qor = 1_000_000n;
/** Registered by alice. */
export const layerKey = mlDsaKeys('ml-dsa-87', new Uint8Array(32).fill(1));
/** A state root: 32 times that byte. */
export const root = (byte: number) => new Uint8Array(32).fill(byte);
const layerFacts = { maxTransactionsPerBlock: 10n, settlementIntervalBlocks: 100n };

export const sidechain = {
  layerId: 'games',
  description: 'Games',
  targetBlockTimeMs: 1_000n,
  minValidators: 1n,
  supportedVmTypes: ['evm'],
  supportedDomains: ['gaming'],
  ...layerFacts,
};

export const paychain = { layerId: 'coffee', description: '', baseFeeMultiplier: 10n ** 17n, ...layerFacts };

/**
 * The module alone: `chief` is the authority, `alice` has a registered key; each of the three accounts has 10,000 QOR.
 */
export function openHarness(params: Record<string, unknown> = {}) {
  const multilayer = createMultilayer({
    isAuthority: (_, caller) => caller === chief,
    mlDsa87KeyOf: (_, account) => (account === alice ? layerKey.publicKey : undefined),
  });
  const section = { params: { min_anchor_interval: 3, max_anchor_interval: 6, ...params } };
  const harness = createModuleHarness([multilayer], { multilayer: section });
  for (const account of [chief, alice, bob]) harness.fund(account, 10_000n * qor);
  const call = (caller: Address, name: string, inputs: Parameters<ModuleHarness['call']>[3]) =>
    harness.call(multilayer, caller, name, inputs);
  const held = () =>
    [multilayerAddress, treasury, chief, alice, bob].reduce((sum, at) => sum + harness.balance(at), 0n);
  return { harness, call, held, query: (id: unknown) => harness.query(multilayer, 'qor_getLayerInfo', id) };
}

/** Arguments of `anchorState`, signed by alice's key. */
export function anchorInputs(layerHeight: bigint, stateRoot: Uint8Array, layerId = 'games') {
  return signedAnchor(layerKey, { layerId, layerHeight, stateRoot, validatorSetHash: root(9) }, harnessNetwork);
}

/** A harness whose sidechain `games` is active. */
export function activeHarness(params: Record<string, unknown> = {}) {
  const opened = openHarness(params);
  assert.ok('outputs' in opened.call(alice, 'registerSidechain', sidechain));
  assert.deepEqual(opened.call(chief, 'updateLayerStatus', { layerId: 'games', newStatus: 'active', reason: '' }), {
    outputs: {},
  });
  return opened;
}

/** The result of a call that the module rejects for this reason. */
export const rejected = (text: string) => ({ rejection: `multilayer: ${text}` });
