import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mlDsaKeys } from '@qord/curves/ml-dsa';
import type { CommittedBlock } from '../chain/types.ts';
import type { Vote } from '../kernel/module.ts';
import { createModules } from '../modules/index.ts';
import { validators } from '../modules/staking/records.ts';
import type { AbiRecord } from '../primitives/abi/value.ts';
import { toBech32 } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../testing/module-chain.ts';
import { batchInputs, root } from '../testing/modules/rollup-harness.ts';
import { signedAnchor } from '../testing/modules/signed-anchor.ts';
import { accountOf } from '../testing/sign-from.ts';

const [chief, idler] = [accountOf(0), accountOf(1)];
const qor = 1_000_000n;
const key = mlDsaKeys('ml-dsa-87', new Uint8Array(32).fill(7));
/** Blocks before the export; after it everything that waits is due within `after` blocks. */
const before = 43;
const after = 45;

/** Two validators: the second never signs. */
function twoValidators() {
  const tokens = (500_000n * qor).toString();
  const shares = (500_000n * qor * qor).toString();
  const fresh = { is_active: false, jailed: false, jailed_until: 0, created_height: 0, slashes: 0, missed_blocks: 0 };
  const held = { tokens, shares, commission: '0.05', window_start: 0 };
  const names = [chief, idler].map((account) => toBech32(account));
  return {
    validator: names.map((name) => ({ key: [name], value: { consensus: name, moniker: name, ...held, ...fresh } })),
    delegation: names.map((name) => ({ key: [name, name], value: shares })),
  };
}

const shortTerms = {
  staking: {
    ...twoValidators(),
    params: { signed_blocks_window: 30, min_signed_per_window: '0.2', jail_blocks: 35 },
  },
  crossvm: { params: { max_message_gas: '100000', max_block_gas: '100000', queue_timeout_blocks: 25 } },
  multilayer: { params: { min_anchor_interval: 30, max_anchor_interval: 33, message_timeout: 21 } },
  rdk: { params: { blob_retention_blocks: 27 } },
  inflation: { params: { epoch_length: 29 } },
  xqore: { params: { rebase_interval: 34 } },
  babylon: { params: { enabled: true, epoch_length: 31 } },
};

const votes: readonly Vote[] = [
  { validator: chief, signed: true },
  { validator: idler, signed: false },
];

function act(testChain: ModuleChain, from: number, moduleName: string, name: string, inputs: AbiRecord): boolean {
  const { receipts } = testChain.mine({ transactions: [testChain.call(from, moduleName, name, inputs)], votes });
  return receipts[0]?.status === 1;
}

function anchor({ chain }: ModuleChain, layerHeight: bigint) {
  const state = { layerId: 'games', layerHeight, stateRoot: root(1), validatorSetHash: root(2) };
  return signedAnchor(key, state, chain.reader.identity);
}

/** A chain in which every module has something that waits for a height. */
function chainThatWaits(): ModuleChain {
  const testChain = openModuleChain(genesisWith(shortTerms));
  const done = (from: number, moduleName: string, name: string, inputs: AbiRecord) =>
    assert.ok(act(testChain, from, moduleName, name, inputs), `${moduleName} ${name}`);
  const owned = { algorithmId: 1n, publicKey: key.publicKey, ecdsaPublicKey: emptyBytes, keyType: 'hybrid' };
  done(2, 'pqc', 'registerKey', owned);
  const facts = { description: '', targetBlockTimeMs: 1_000n, maxTransactionsPerBlock: 10n, minValidators: 1n };
  const lists = { settlementIntervalBlocks: 10n, supportedVmTypes: ['evm'], supportedDomains: ['gaming'] };
  done(2, 'multilayer', 'registerSidechain', { layerId: 'games', ...facts, ...lists });
  done(0, 'multilayer', 'updateLayerStatus', { layerId: 'games', newStatus: 'active', reason: '' });
  for (const rollupId of ['based', 'shop'])
    done(3, 'rdk', 'createRollup', {
      rollupId,
      profile: rollupId === 'based' ? 'gaming' : 'custom',
      stake: 10_000n * qor,
      vm: '',
    });
  for (const account of [5, 6]) done(account, 'xqore', 'lock', { amount: 1_000n * qor });
  while (testChain.chain.reader.head().number < before - 11) testChain.mine({ votes });
  const route = { payload: new Uint8Array(2_000), preferredLayer: '', maxLatencyMs: 10_000n, maxFee: 1_000n };
  done(2, 'multilayer', 'routeTransaction', route);
  done(2, 'multilayer', 'anchorState', anchor(testChain, 1n));
  const paychain = {
    description: '',
    maxTransactionsPerBlock: 9n,
    settlementIntervalBlocks: 9n,
    baseFeeMultiplier: 1n,
  };
  done(2, 'multilayer', 'registerPaychain', { layerId: 'quiet', ...paychain });
  done(0, 'multilayer', 'updateLayerStatus', { layerId: 'quiet', newStatus: 'active', reason: '' });
  done(3, 'rdk', 'submitBlob', { rollupId: 'shop', data: root(5), namespace: emptyBytes });
  const added = { id: 3n, name: 'another', scheme: 'ml-dsa-87' };
  done(0, 'pqc', 'addAlgorithm', added);
  done(0, 'pqc', 'deprecateAlgorithm', { id: 3n, migrationBlocks: 31n, replacementId: 1n });
  const wish = { sourceVm: 'cosmwasm', targetVm: 'evm', targetContract: chief, payload: root(1), funds: qor };
  const messages = Array.from({ length: 28 }, () => testChain.call(4, 'crossvm', 'call', wish));
  assert.ok(testChain.mine({ transactions: messages, votes }).receipts.every(({ status }) => status === 1));
  done(5, 'xqore', 'unlock', { amount: 500n * qor });
  done(3, 'rdk', 'submitBatch', batchInputs('based', 1));
  testChain.mine({ votes });
  assert.equal(testChain.chain.reader.head().number, before);
  assert.equal(validators.get(testChain.chain.headState(), idler)?.jailed, true);
  return testChain;
}

const eventNames = new Map<string, string>(
  createModules().flatMap((module) =>
    module.events.map((event) => [`${module.address} ${event.topic}`, `${module.name} ${event.name}`] as const),
  ),
);
/** Events of the hooks of a block, without the members that depend on heights. */
const reported = ({ events }: CommittedBlock) =>
  events.map(({ address, topics }) => eventNames.get(`${address} ${topics[0]}`) ?? `${address} ${topics[0]}`);
/** Asserts that everything that waited has happened after the export. */
const ends = [
  'babylon BabylonEpochComplete',
  'crossvm CrossvmTimeout',
  'inflation EpochMinted',
  'multilayer AnchorIntervalWarning',
  'multilayer CrossLayerTimeout',
  'multilayer anchorState',
  'pqc AlgorithmChanged',
  'rdk BatchFinalized',
  'rdk DaBlobPruned',
  'rlconsensus ObservationCollected',
  'staking unjail',
  'xqore PvpRebase',
];

test('what waits for a height happens after an export at the same time as without one', () => {
  const testChain = chainThatWaits();
  const again = openModuleChain(testChain.exported());
  const kinds = new Set<string>();
  for (let block = 1; block <= after; block++) {
    const [here, there] = [testChain, again].map((chain) => {
      const transactions = [
        chain.call(1, 'staking', 'unjail', {}),
        chain.call(2, 'multilayer', 'anchorState', anchor(chain, BigInt(100 + block))),
      ];
      const mined = chain.mine({ transactions, votes: votes.slice(0, 1) });
      return { events: reported(mined), statuses: mined.receipts.map(({ status }) => status) };
    });
    assert.deepEqual(there, here, `${block} blocks after the export`);
    if (here?.statuses[0] === 1) kinds.add('staking unjail');
    if (here?.statuses[1] === 1) kinds.add('multilayer anchorState');
    for (const event of here?.events ?? []) kinds.add(event);
  }
  assert.deepEqual(
    ends.filter((end) => !kinds.has(end)),
    [],
  );
  testChain.assertSupply();
  again.assertSupply();
});
