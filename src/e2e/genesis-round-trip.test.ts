import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { CodecError, type Schema } from '../kernel/codec/codec.ts';
import type { AnyTable } from '../kernel/module-sdk/genesis.ts';
import { totalSupply } from '../kernel/supply.ts';
import { createModules } from '../modules/index.ts';
import { toBech32 } from '../primitives/address.ts';
import { emptyView } from '../state/empty-view.ts';
import { createWorldState } from '../state/world-state.ts';
import { fullChain } from '../testing/full-chain/fill-chain.ts';
import { votes } from '../testing/full-chain/open-full-chain.ts';
import { type ModuleChain, openModuleChain } from '../testing/module-chain.ts';
import { addressOf } from '../testing/signing/hybrid.ts';

const modules = createModules();
const account = (at: number) => toBech32(addressOf(at));
const operator = (at: number) => toBech32(addressOf(at), 'qorvaloper');

/** Each of the 25 methods, about something that the chain has. */
const questions: readonly (readonly [string, ...unknown[]])[] = [
  ...[4, 8].map((at) => ['qor_getPQCKeyStatus', account(at)] as const),
  ['qor_getHybridSignatureMode'],
  ['qor_getAIStats'],
  ...[1, 2, 3].map((number) => ['qor_getCrossVMMessage', `crossvm-0000000${number}`] as const),
  ...[0, 1, 2, 3].map((at) => ['qor_getReputationScore', operator(at)] as const),
  ...['games', 'gone', 'shop'].map((id) => ['qor_getLayerInfo', id] as const),
  ...['ethereum', 'bitcoin'].map((id) => ['qor_getBridgeStatus', id] as const),
  ['qor_getRLAgentStatus'],
  ['qor_getRLObservation'],
  ['qor_getRLReward'],
  ...[0, 1, 2].map((at) => ['qor_getPoolClassification', operator(at)] as const),
  ['qor_getBurnStats'],
  ...[5, 6].map((at) => ['qor_getXQOREPosition', account(at)] as const),
  ['qor_getInflationRate'],
  ['qor_getTokenomicsOverview'],
  ...['bank', 'games', 'shop', 'gone'].map((id) => ['qor_getRollupStatus', id] as const),
  ['qor_listRollups'],
  ...[1, 2, 3, 4].map((index) => ['qor_getSettlementBatch', 'shop', index] as const),
  ['qor_getSettlementBatch', 'games', 1],
  ['qor_suggestRollupProfile', 'a lending market'],
  ...[1, 2].map((index) => ['qor_getDABlobStatus', 'shop', index] as const),
  ['qor_getBTCStakingPosition', account(9)],
  ['qor_getAbstractAccount', account(6)],
  ['qor_getFairBlockStatus'],
  ['qor_getGasAbstractionConfig'],
  ['qor_getLaneConfiguration'],
];
const answers = (chain: ModuleChain) => questions.map(([name, ...words]) => [name, words, chain.query(name, ...words)]);

/** Text of the exported genesis, section by section. */
function sectionsOf(document: GenesisDocument): ReadonlyMap<string, string> {
  const { modules: sections = {}, ...rest } = JSON.parse(formatGenesis(document));
  const all: [string, unknown][] = [...Object.entries(sections), ...Object.entries(rest)];
  return new Map(all.map(([name, section]) => [name, JSON.stringify(section, undefined, 1)]));
}

const rowsOf = ({ chain }: ModuleChain, { keyParts, value, list }: AnyTable) =>
  [...list(chain.headState())].map(([key, row]) => [
    keyParts.map((part, at) => part.toPlain(key[at])),
    value.toPlain(row),
  ]);

/** Everything that the modules store, also what an import derives. */
function stored(chain: ModuleChain): ReadonlyMap<string, unknown> {
  const state = chain.chain.headState();
  const records = modules.flatMap(({ name, tables, singles }) => [
    ...tables.map((table) => [`${name}.${table.name}`, rowsOf(chain, table)] as const),
    ...singles.map((single) => [`${name}.${single.name}`, single.value.toPlain(single.get(state))] as const),
  ]);
  return new Map<string, unknown>(records);
}

/** Records that are as in a new chain: PRISM only suggests, and an exported genesis has the chain id at its top. */
const unchanged = new Set(['fee_floor', 'policy', 'pool_shift', 'chain_id']);

function assertFull(chain: ModuleChain): void {
  const state = chain.chain.headState();
  const empty = modules.flatMap(({ name, tables, singles }) => [
    ...tables
      .filter((table) => !unchanged.has(table.name) && [...table.list(state)].length === 0)
      .map((table) => `${name}.${table.name}`),
    ...singles
      .filter((single) => !unchanged.has(single.name) && single.get(state) === single.initial)
      .map((single) => `${name}.${single.name}`),
  ]);
  assert.deepEqual(empty, []);
  for (const { name, address, params, tables, singles } of modules) {
    const numbers = new Set([...tables, ...singles, ...(params ? [params.record] : [])].map(({ number }) => number));
    const others = [...state.entries(address, '0x')].filter(([key]) => !numbers.has(Number(key.slice(0, 4))));
    assert.deepEqual(others, [], `${name} stores nothing else`);
  }
}

test('an exported genesis has every record of every module, and a chain that begins from it has all of them', () => {
  const chain = fullChain();
  assertFull(chain);
  const exported = chain.exported();
  const again = openModuleChain(exported);
  const [first, second] = [sectionsOf(exported), sectionsOf(again.exported())];
  assert.deepEqual([...second.keys()], [...first.keys()]);
  for (const [name, text] of first) assert.equal(second.get(name), text, name);
  const [before, after] = [stored(chain), stored(again)];
  for (const [name, records] of before) assert.deepEqual(after.get(name), records, name);
  assert.deepEqual(answers(again), answers(chain));
  assert.equal(new Set(questions.map(([name]) => name)).size, 25);
  assert.equal(totalSupply(again.chain.headState()), totalSupply(chain.chain.headState()));
  chain.assertSupply();
  again.assertSupply();
});

/** Blocks after the export: intervals, epochs and everything that waits for a time or a height end in them. */
const blocks = 40;

/** The same without the randomness of blocks, which follows from hashes that the chains do not share. */
function withoutSeeds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member: unknown) => (name === 'seed' ? undefined : member));
}

test('a chain that begins from an exported genesis continues as the chain that was exported', () => {
  const chain = fullChain();
  const again = openModuleChain(chain.exported());
  for (let block = 1; block <= blocks; block++) {
    const [here, there] = [chain, again].map((each) => {
      const transactions = [each.call(4, 'bank', 'send', { to: account(8), amount: BigInt(block), memo: '' })];
      const { receipts, block: made } = each.mine({ transactions, votes, milliseconds: 20_000 });
      return { statuses: receipts.map(({ status, gasUsed }) => [status, gasUsed]), baseFee: made.header.baseFee };
    });
    assert.deepEqual(there, here, `${block} blocks after the export`);
  }
  const [here, there] = [stored(chain), stored(again)];
  for (const [name, records] of here) assert.deepEqual(withoutSeeds(there.get(name)), withoutSeeds(records), name);
  assert.deepEqual(answers(again), answers(chain));
  assert.equal(totalSupply(again.chain.headState()), totalSupply(chain.chain.headState()));
  chain.assertSupply();
  again.assertSupply();
});

/** Paths to the heights of blocks in data of a schema: `agent.tripped_at`, of a list those of its first item. */
function blocksIn(schema: Schema, path: readonly string[] = []): readonly (readonly string[])[] {
  const { properties = {}, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
  const isBlock = schema['x-unit'] === 'height' && schema['x-due'] !== true;
  return [
    ...(isBlock ? [path] : []),
    ...Object.entries(properties).flatMap(([name, member]) => blocksIn(member, [...path, name])),
    ...(items === undefined ? [] : blocksIn(items, [...path, '0'])),
  ];
}

/** A copy in which the member at the path has the value; undefined where a list on the way is empty. */
function changed(data: unknown, path: readonly string[], value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(data));
  let at = copy;
  for (const step of path.slice(0, -1)) at = at?.[step];
  if (at?.[path.at(-1) ?? ''] === undefined) return undefined;
  at[path.at(-1) ?? ''] = value;
  return copy;
}

test('no record of a genesis names a block above the first that the chain makes', () => {
  const chain = fullChain();
  const { initialHeight, modules: sections } = chain.exported();
  const block = chain.chain.reader.states.environmentAt(initialHeight - 1);
  assert.ok(block);
  const rejectionOf = (name: string, section: object) => {
    try {
      const state = createWorldState(emptyView);
      modules.find((module) => module.name === name)?.initGenesis?.({ state, block }, section, 'dev');
    } catch (error) {
      return error instanceof CodecError ? error.message : '';
    }
    return '';
  };
  let tried = 0;
  const assertBound = (name: string, record: string, withHeight: (height: number) => unknown) => {
    if (withHeight(0) === undefined) return;
    tried++;
    const late = /is block \d+, but the chain begins with block \d+: initialHeight must be at least \d+$/;
    const tryHeight = (height: number) => rejectionOf(name, { [record]: withHeight(height) });
    assert.match(tryHeight(initialHeight + 1), late, `${name}.${record}`);
    assert.doesNotMatch(tryHeight(initialHeight), late, `${name}.${record}`);
  };
  for (const { name, tables, singles } of modules) {
    const section = Object(sections[name]);
    for (const { name: record, value } of singles) {
      for (const path of blocksIn(value.schema))
        assertBound(name, record, (height) => changed(section[record], path, height));
    }
    for (const { name: record, value, keyParts } of tables) {
      const keys = keyParts.flatMap(({ isBlock }, at) => (isBlock === true ? [['key', String(at)]] : []));
      const paths = [...keys, ...blocksIn(value.schema).map((path) => ['value', ...path])];
      for (const path of paths)
        assertBound(name, record, (height) => changed(section[record]?.slice(0, 1), ['0', ...path], height));
    }
  }
  assert.ok(tried >= 45, `${tried} heights`);
  assert.throws(
    () => openModuleChain({ ...chain.exported(), initialHeight: 2 }),
    /^CodecError: modules\.[a-z]+\..*initialHeight must be at least/,
  );
});
