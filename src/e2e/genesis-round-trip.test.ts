import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { rebaseDue } from '../kernel/codec/heights.ts';
import type { AnySingle, AnyTable } from '../kernel/module-sdk/genesis.ts';
import { totalSupply } from '../kernel/supply.ts';
import { createModules } from '../modules/index.ts';
import { toBech32 } from '../primitives/address.ts';
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
  ...[1, 2, 3].map((index) => ['qor_getSettlementBatch', 'shop', index] as const),
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

/** A record in the form of an export: heights with an effect are counted from block `height`. */
function shown<T>({ toPlain, rebase }: Pick<AnySingle['value'], 'toPlain' | 'rebase'>, value: T, height: number) {
  return toPlain(rebase === undefined ? value : rebase(value, height));
}

const rowsOf = ({ chain }: ModuleChain, { keyParts, value, list }: AnyTable, height: number) =>
  [...list(chain.headState())].map(([key, row]) => [
    keyParts.map((part, at) => shown(part, key[at], height)),
    shown(value, row, height),
  ]);

/** Everything that the modules store, also what an import derives. */
function stored(chain: ModuleChain, height = 0): ReadonlyMap<string, unknown> {
  const state = chain.chain.headState();
  const records = modules.flatMap(({ name, tables, singles }) => [
    ...tables.map((table) => [`${name}.${table.name}`, rowsOf(chain, table, height)] as const),
    ...singles.map((single) => [`${name}.${single.name}`, shown(single.value, single.get(state), height)] as const),
  ]);
  return new Map<string, unknown>(records);
}

/** Single records that are as in a new chain: it began from no other, and PRISM only suggests. */
const unchanged = new Set(['counted_from', 'fee_floor', 'policy', 'pool_shift']);

function assertFull(chain: ModuleChain): void {
  const state = chain.chain.headState();
  const empty = modules.flatMap(({ name, tables, singles }) => [
    ...tables.filter(({ list }) => [...list(state)].length === 0).map((table) => `${name}.${table.name}`),
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

/** The heights that are answered as 0 when they were before the first block of the new chain. */
const relative = new Set(['joined_at_height', 'last_updated_height', 'last_block_burned', 'block_start']);

function withoutRelative(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutRelative);
  const members = Object.entries(value).filter(([name]) => !relative.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutRelative(member)]));
}

test('an exported genesis has every record of every module, and a chain that begins from it has all of them', () => {
  const chain = fullChain();
  const height = chain.chain.reader.head().number;
  assertFull(chain);
  const exported = chain.exported();
  const again = openModuleChain(exported);
  const [first, second] = [sectionsOf(exported), sectionsOf(again.exported())];
  assert.deepEqual([...second.keys()], [...first.keys()]);
  for (const [name, text] of first) assert.equal(second.get(name), text, name);
  const [before, after] = [stored(chain, height), stored(again)];
  for (const [name, records] of before) assert.deepEqual(after.get(name), records, name);
  assert.deepEqual(withoutRelative(answers(again)), withoutRelative(answers(chain)));
  assert.equal(new Set(questions.map(([name]) => name)).size, 25);
  assert.equal(totalSupply(again.chain.headState()), totalSupply(chain.chain.headState()));
  chain.assertSupply();
  again.assertSupply();
});

/** Blocks after the export: intervals, epochs and everything that waits for a time or a height end in them. */
const blocks = 40;

/**
 * Whether both are the same but for heights and the randomness of blocks: heights of blocks after the export are less by
 * `height` in the new chain, and what was due before it is due there from the first block.
 */
function isSame(there: unknown, here: unknown, height: number): boolean {
  if (typeof here === 'number') return [here, here - height, rebaseDue(here, height)].some((value) => value === there);
  if (typeof here !== 'object' || here === null) return there === here;
  if (typeof there !== 'object' || there === null) return false;
  const [left, right] = [Object.entries(there), Object.entries(here)];
  return (
    left.length === right.length &&
    right.every(
      ([name, member], at) => name === left[at]?.[0] && (name === 'seed' || isSame(left[at]?.[1], member, height)),
    )
  );
}

/** Rows of tables may be in another order, as new heights are below old ones. */
function assertSameRows(there: unknown, here: unknown, height: number, name: string): void {
  if (!Array.isArray(here) || !Array.isArray(there)) {
    assert.ok(isSame(there, here, height), name);
    return;
  }
  const left = [...there];
  for (const row of here) {
    const at = left.findIndex((candidate) => isSame(candidate, row, height));
    assert.ok(at >= 0, `${name}: ${JSON.stringify(row)} is not in the new chain`);
    left.splice(at, 1);
  }
  assert.deepEqual(left, [], name);
}

test('a chain that begins from an exported genesis goes on as the chain that was exported', () => {
  const chain = fullChain();
  const height = chain.chain.reader.head().number;
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
  for (const [name, records] of here) assertSameRows(there.get(name), records, height, name);
  assert.equal(totalSupply(again.chain.headState()), totalSupply(chain.chain.headState()));
  chain.assertSupply();
  again.assertSupply();
});
