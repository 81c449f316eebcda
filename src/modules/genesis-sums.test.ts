import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import type { AbiRecord } from '../primitives/abi/value.ts';
import { type Address, toBech32, zeroAddress } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../testing/module-chain.ts';

const qor = 1_000_000n;
const [validator, alice] = developmentAccounts.map(({ address }) => address) as [Address, Address];

function assertDone(network: ModuleChain, module: string, name: string, inputs: AbiRecord): void {
  const { receipts } = network.mine({ transactions: [network.call(1, module, name, inputs)] });
  assert.equal(receipts[0]?.status, 1, `${module}.${name}`);
}

/** A genesis document whose modules have records, but sums over them that are all zero. */
function withoutSums(): GenesisDocument {
  const network = openModuleChain(genesisWith({}));
  assertDone(network, 'xqore', 'lock', { amount: 100n * qor });
  assertDone(network, 'staking', 'delegate', { validator, amount: 2_000n * qor });
  assertDone(network, 'lightnode', 'register', { key: alice });
  assertDone(network, 'rdk', 'createRollup', { rollupId: 'shop', profile: 'custom', stake: 10_000n * qor, vm: '' });
  const layer = { layerId: 'coffee', description: '', maxTransactionsPerBlock: 1n, settlementIntervalBlocks: 1n };
  assertDone(network, 'multilayer', 'registerPaychain', { ...layer, baseFeeMultiplier: 1n });
  const document = network.exported();
  const modules = structuredClone(document.modules) as Record<string, Record<string, Record<string, unknown>>>;
  const change = (module: string, record: string, changes: object) =>
    Object.assign(modules[module]?.[record] ?? assert.fail(`${module} has no ${record}`), changes);
  change('xqore', 'totals', { locked: '0', x_balance: '0' });
  change('staking', 'totals', { bonded: '0' });
  change('lightnode', 'progress', { operators: 0 });
  change('rdk', 'totals', { live: 0 });
  change('multilayer', 'totals', { paychains: 0 });
  return { ...document, modules };
}

test('sums over the records of a genesis are counted again, so that what is held can leave again', () => {
  const network = openModuleChain(withoutSums());
  network.mine();
  assertDone(network, 'xqore', 'unlock', { amount: 100n * qor });
  assertDone(network, 'staking', 'undelegate', { validator, amount: 2_000n * qor });
  assertDone(network, 'lightnode', 'leave', {});
  assertDone(network, 'rdk', 'stopRollup', { rollupId: 'shop' });
  const end = { layerId: 'coffee', newStatus: 'decommissioned', reason: '' };
  assertDone(network, 'multilayer', 'updateLayerStatus', end);
  openModuleChain(network.exported());
});

test('numbers of a genesis that are taken already are not given again', () => {
  const network = openModuleChain(genesisWith({ authority: { params: { account: zeroAddress } } }));
  assertDone(network, 'governance', 'proposeText', { title: 'a', summary: 'b', deposit: 100n * qor });
  assertDone(network, 'staking', 'delegate', { validator, amount: 2_000n * qor });
  assertDone(network, 'staking', 'undelegate', { validator, amount: 500n * qor });
  assertDone(network, 'rdk', 'createRollup', { rollupId: 'shop', profile: 'custom', stake: 10_000n * qor, vm: '' });
  assertDone(network, 'rdk', 'deposit', { rollupId: 'shop', amount: qor, recipient: new Uint8Array(0) });
  const word = (byte: number) => new Uint8Array(32).fill(byte);
  const roots = { stateRoot: word(1), prevStateRoot: word(0), dataHash: word(0), withdrawalsRoot: word(0) };
  const batch = { rollupId: 'shop', batchIndex: 1n, txCount: 1n, proof: new Uint8Array(0), ...roots };
  assertDone(network, 'rdk', 'submitBatch', batch);
  const before = network.exported().modules as Record<string, Record<string, unknown>>;
  const lowered = JSON.parse(
    JSON.stringify(before, (name, value: unknown) => {
      if (['next_proposal', 'next_unbonding'].includes(name)) return 1;
      return ['total_batches', 'deposits', 'burns'].includes(name) && typeof value === 'number' ? 0 : value;
    }),
  ) as Record<string, Record<string, unknown>>;
  assert.notDeepEqual(lowered.governance?.next_proposal, before.governance?.next_proposal);
  const after = openModuleChain({ ...network.exported(), modules: lowered }).exported().modules as typeof before;
  for (const [module, record] of [
    ...[['governance', 'next_proposal'] as const, ['staking', 'totals'] as const, ['rdk', 'progress'] as const],
    ['burn', 'statistics'] as const,
  ])
    assert.deepEqual(after[module]?.[record], before[module]?.[record], `${module}.${record}`);
});

test('what a genesis says to be locked on other chains is counted again', () => {
  const network = openModuleChain(
    genesisWith({
      bridge: { balance: [{ key: ['ethereum', 'USDC', toBech32(alice)], value: '500' }] },
    }),
  );
  const { total } = network.exported().modules.bridge as { readonly total: unknown };
  assert.deepEqual(total, [{ key: ['ethereum', 'USDC'], value: { total_locked: '500', total_minted: '500' } }]);
});

test('calls take no number that a genesis refuses: what a chain exports can be imported', () => {
  const network = openModuleChain(genesisWith({}));
  const failed = (account: number, module: string, name: string, inputs: AbiRecord) =>
    assert.equal(network.mine({ transactions: [network.call(account, module, name, inputs)] }).receipts[0]?.status, 0);
  assertDone(network, 'abstractaccount', 'create', { accountType: 'session_based' });
  assertDone(network, 'rdk', 'createRollup', { rollupId: 'shop', profile: 'custom', stake: 10_000n * qor, vm: '' });
  const free = { module: 'staking', changes: JSON.stringify({ min_commission: '0' }) };
  network.mine({ transactions: [network.call(0, 'authority', 'setParams', free)] });
  const above = 10n ** 24n + 1n;
  const rule = { id: 'pocket', dailyLimit: 10n ** 24n, perTxLimit: 10n ** 24n, enabled: true };
  assertDone(network, 'abstractaccount', 'setSpendingRule', rule);
  failed(1, 'abstractaccount', 'setSpendingRule', { ...rule, dailyLimit: above });
  failed(1, 'abstractaccount', 'setSpendingRule', { ...rule, perTxLimit: above });
  assertDone(network, 'rdk', 'setChallengeTerms', { rollupId: 'shop', window: 60n, bond: 10n ** 24n });
  failed(1, 'rdk', 'setChallengeTerms', { rollupId: 'shop', window: 60n, bond: above });
  failed(0, 'staking', 'setCommission', { commission: 10_001n });
  network.mine({ transactions: [network.call(0, 'staking', 'setCommission', { commission: 0n })] });
  openModuleChain(network.exported()).mine();
});
