import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsOf } from '../kernel/codec/bounded.ts';
import type { AnyCall, NativeModule } from '../kernel/module-sdk/define-module.ts';
import { fieldEntries } from '../kernel/module-sdk/field.ts';
import { hookFailedTopic } from '../kernel/module-sdk/hook-failed.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { anyValue, createDice } from '../testing/interfaces/any-value.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../testing/module-chain.ts';
import { createModules } from './index.ts';
import { rebasedEvent } from './xqore/events.ts';

/** Changes that set one parameter to one end of its bounds; where relations forbid that, they are refused. */
function extremesOf({ name: module, params }: NativeModule): { module: string; changes: string }[] {
  if (params === undefined || module === 'authority') return [];
  return boundsOf(params.codec.schema)
    .filter(([path, { unit }]) => !path.includes('[]') && unit !== 'items' && unit !== 'bytes')
    .flatMap(([path, { least, most }]) =>
      [least, most].map((value) => ({ module, changes: JSON.stringify({ [path]: value }) })),
    );
}

/** Changes that set all parameters of a module to one end together. */
function allAt(module: NativeModule, end: 'least' | 'most'): { module: string; changes: string }[] {
  const changes = extremesOf(module);
  return changes.filter((_, at) => at % 2 === (end === 'least' ? 0 : 1));
}

/** A transaction for each call of each module, with arguments at the edges of their types. */
function everyCall(network: ModuleChain, modules: readonly NativeModule[], seed: number): Transaction[] {
  const pick = createDice(seed);
  return modules.flatMap((module) => {
    const calls: readonly AnyCall[] = [module.calls, ...module.precompiles.map((further) => further.calls)].flat();
    const named = calls.filter(({ name }) => calls.filter((call) => call.name === name).length === 1);
    return named.map((call) => {
      const inputs = Object.fromEntries(
        fieldEntries(call.inputs).map(([name, { type }]) => [name, anyValue(pick, type)]),
      );
      return network.call(pick([1, 2, 3]), module.name, call.name, inputs);
    });
  });
}

for (const end of ['least', 'most'] as const)
  test(`a chain whose parameters are all at their ${end} is restarted and continues`, () => {
    const modules = createModules();
    const store = createMemoryStore();
    const genesis = genesisWith({});
    const network = openModuleChain(genesis, modules, store);
    const outcomes: boolean[] = [];
    for (const module of modules) {
      const changes = allAt(module, end);
      if (changes.length === 0) continue;
      const calls = changes.map((values) => network.call(0, 'authority', 'setParams', values));
      const { receipts, events } = network.mine({ transactions: calls });
      for (const { status } of receipts) outcomes.push(status === 1);
      assert.deepEqual(failures(events), [], module.name);
    }
    assert.ok(outcomes.length > 100, `${outcomes.length} changes`);
    assert.ok(outcomes.filter((isSet) => isSet).length > 80, 'only relations with other parameters refuse some');
    const again = openModuleChain(genesis, createModules(), store);
    assert.equal(again.chain.reader.head().number, network.chain.reader.head().number);
    for (let seed = 1; seed <= 3; seed++) {
      for (const transaction of everyCall(again, modules, seed))
        assert.deepEqual(failures(again.mine({ transactions: [transaction], milliseconds: 500 }).events), []);
      // Past everything that was scheduled: the longest duration is ten years.
      for (let block = 0; block < 5; block++)
        assert.deepEqual(failures(again.mine({ milliseconds: 3 * 365 * 86_400_000 }).events), []);
    }
    again.assertSupply();
    openModuleChain(genesis, createModules(), store).assertSupply();
    openModuleChain(again.exported()).assertSupply();
  });

/** Parameters of inflation as a development network has them. */
function inflationDefaults(): object {
  const { params } = createModules().find(({ name }) => name === 'inflation') ?? {};
  return params?.codec.toPlain(params.defaultsFor('dev')) as object;
}

test('an account that has sent all its transactions is exported', () => {
  const genesis = genesisWith({});
  const { address: sender } = developmentAccounts[1] ?? assert.fail();
  const { address: receiver } = developmentAccounts[2] ?? assert.fail();
  const before = genesis.alloc.get(sender) ?? assert.fail();
  const alloc = new Map(genesis.alloc).set(sender, { ...before, nonce: 2n ** 64n - 2n });
  const network = openModuleChain({ ...genesis, alloc });
  const [receipt] = network.mine({
    transactions: [network.call(1, 'bank', 'send', { to: receiver, amount: 1n, memo: '' })],
  }).receipts;
  assert.equal(receipt?.status, 1);
  const next = openModuleChain(network.exported());
  assert.equal(next.chain.headState().account(sender)?.nonce, 2n ** 64n - 1n);
  next.mine();
});

function failures(events: readonly { readonly topics: readonly string[]; readonly address: string }[]): string[] {
  return events.filter(({ topics }) => topics[0] === hookFailedTopic).map(({ address }) => address);
}

test('what a chain adds up since its genesis may have more coins than there can be, also in an export', () => {
  const most = 10n ** 24n;
  const [fee, uqor] = [String(most * 10n ** 12n), String(most)];
  const network = openModuleChain(
    genesisWith({
      inflation: {
        params: { ...inflationDefaults(), fixed_epoch_emission: '1000000', max_total_emission: '0', epoch_length: 1 },
        epoch: { current_epoch: 0, current_year: 1, block_start: 0, total_minted: uqor },
      },
      burn: {
        statistics: { distributed: fee, burns: 1, transactions: 1, milestones: 0 },
        burned_by_source: [{ key: ['gas_fee'], value: fee }],
      },
    }),
  );
  network.mine({ transactions: [network.call(0, 'xqore', 'lock', { amount: 1_000_000n })] });
  network.mine();
  const sumsOf = (chain: ModuleChain) => {
    const [rate, burned] = [chain.query('qor_getInflationRate'), chain.query('qor_getBurnStats')];
    const { total_minted } = rate as { readonly total_minted: string };
    const { total_distributed } = burned as { readonly total_distributed: string };
    return [BigInt(total_minted), BigInt(total_distributed)];
  };
  const sums = sumsOf(network);
  assert.deepEqual(
    sums.map((sum) => sum > most),
    [true, true],
  );
  const again = openModuleChain(network.exported());
  assert.deepEqual(sumsOf(again), sums);
  again.mine();
});

test('calls and events show sums that a genesis begins with at their most', () => {
  const most = String(2n ** 240n);
  const network = openModuleChain(
    genesisWith({
      inflation: { epoch: { current_epoch: 0, current_year: 1, block_start: 0, total_minted: most } },
      burn: { burned_by_source: [{ key: ['gas_fee'], value: most }] },
      xqore: { shared: most, totals: { locked: '0', x_balance: '0', waiting: '0', burned: most, index: most } },
    }),
  );
  const calls = [
    network.call(0, 'inflation', 'emission', {}),
    network.call(0, 'burn', 'burnedBy', { source: 'gas_fee' }),
    network.call(0, 'xqore', 'lock', { amount: 1_000_000n }),
  ];
  const first = network.mine({ transactions: calls });
  assert.deepEqual(
    first.receipts.map(({ status }) => status),
    [1, 1, 1],
  );
  const events = Array.from({ length: 6 }, () => network.mine().events).flat();
  assert.deepEqual(failures(events), []);
  const { topic } = rebasedEvent;
  assert.equal(events.filter(({ topics }) => topics[0] === topic).length, 1);
});
