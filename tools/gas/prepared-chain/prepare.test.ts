import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '#qord/evm/engine.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import type { Schema } from '#qord/kernel/codec/codec.ts';
import { type GasRow, gasRows } from '#qord/kernel/module-docs/gas-rows.ts';
import { abiFields } from '#qord/kernel/module-sdk/field.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import { createModules } from '#qord/modules/index.ts';
import { unbondings } from '#qord/modules/staking/records.ts';
import { encodeAbi } from '#qord/primitives/abi/encode.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import { createWorldState } from '#qord/state/world-state.ts';
import { createDice } from '#qord/testing/interfaces/any-value.ts';
import { temporaryFolder } from '#qord/testing/temporary-folder.ts';
import { fullGenesis } from '../../fuzz/genesis/full-genesis.ts';
import { fuzzGenesis } from '../../fuzz/genesis/fuzz-genesis.ts';
import { beyond, genesisNumbers } from '../../fuzz/genesis/genesis-numbers.ts';
import { createOutlive } from '../../fuzz/genesis/outlive.ts';
import { createBlockCheck } from '../../fuzz/modules/check-block.ts';
import { copyStore } from '../../growth/copy-store.ts';
import { openGrowingChain } from '../../growth/growing-chain.ts';
import { allGrowths } from '../../growth/growth.ts';
import { interfaceRequests, measureRequest } from '../../growth/measure-interfaces.ts';
import { prepareChain } from './prepare.ts';
import type { PreparedCall } from './prepared-chain.ts';

const gas = 1_000_000_000n;

const preparation = prepareChain();
const document = fullGenesis(preparation);

test('every kind of record can be copied, so that its growth is measured', async (t) => {
  const growths = allGrowths(preparation);
  const measured = new Set(growths.flatMap(({ originals }) => originals.map(({ table }) => table.doc)));
  for (const { name, tables, derivedTables } of createModules())
    for (const table of tables.filter((each) => !derivedTables.includes(each)))
      assert.ok(measured.has(table.doc) || table.keyParts.some((part) => isShort(part)), `${name}.${table.name}`);
  const store = copyStore(preparation.store, temporaryFolder(t));
  const [growth] = growths.filter(({ name }) => name === 'staking.unbonding by id');
  assert.ok(growth);
  const growing = openGrowingChain(preparation.genesis, store);
  const { number, timestamp } = growing.chain.reader.head();
  const before = [...unbondings.list(growing.chain.headState())].length;
  growing.grow(growth, { time: timestamp + 1_000, height: number + 100 }, 10);
  assert.equal([...unbondings.list(growing.chain.headState())].length, before + 10);
  growing.assertGenesis();
  growing.mine(1_002_000);
  assert.equal([...unbondings.list(growing.chain.headState())].length, before);
  await store.close();
});

test('every request whose growth is measured has an answer', async () => {
  for (const request of interfaceRequests) {
    const cost = await measureRequest(preparation.chain, request);
    assert.ok(cost, `${request.method} ${JSON.stringify(request.params)}`);
  }
});

test('every number of a genesis has bounds, and a line refuses what is beyond', () => {
  const empty = createModules().flatMap(({ name: module, tables }) =>
    tables
      .filter(({ name }) => Object(document.modules[module])[name]?.length === 0)
      .map(({ name }) => `${module}.${name}`),
  );
  assert.deepEqual(empty, [], 'tables without a row');
  const numbers = genesisNumbers(document, createModules());
  assert.ok(numbers.length > 500, `${numbers.length} numbers`);
  for (const { name, bounds, assertAccepts } of numbers) {
    const { least, most } = bounds;
    for (const value of [beyond(least, -1n), beyond(most, 1n)])
      assert.throws(() => assertAccepts(value), { name: 'CodecError', message: /must be/ }, `${name} ${value}`);
  }
  for (const { name: module, tables, singles } of createModules())
    for (const { name, value } of [...tables, ...singles])
      assert.deepEqual(unbounded(value.schema), [], `${module}.${name}`);
});

test('a chain whose genesis has an extreme number lives, is restarted and exported, or is refused', () => {
  const numbers = genesisNumbers(document, createModules());
  const outlive = createOutlive(createBlockCheck(createModules()));
  const fates = [
    ['staking.validator.tokens', 'most', /do not add up|has too little|has less/],
    ['multilayer.layer.waiting_messages', 'least', undefined],
    ['crossvm.queue.next', 'most', /does not have its messages/],
    ['governance.deposit', 'most', /treasury has less/],
    ['xqore.position.index', 'most', /^modules\.xqore\.position\.qor1\w+\.index: must be at most that of totals/],
    ['distribution.validator_rewards.staker_index', 'most', /\.staker_index: must be at most that of pools/],
    ['distribution.delegation_rewards.reward_index', 'most', /\.reward_index: must be at most that of its validator/],
    ['rdk.progress.finalized_length', 'most', /^modules\.rdk\.progress\..*\.finalized_length: must be at most/],
    ['xqore.position.accrued', 'most', /^modules\.xqore: .*treasury has less/],
    ['rlconsensus.window.gas_used', 'most', undefined],
    ['governance.next_proposal', 'most', undefined],
    ['xqore.shared', 'most', undefined],
    ['xqore.totals.burned', 'most', undefined],
    ['gasabstraction.params.accepted_tokens[].conversion_rate', 'most', undefined],
  ] as const;
  for (const [wanted, end, line] of fates) {
    const found = numbers.find(({ name }) => name === wanted);
    assert.ok(found, wanted);
    const { refused } = outlive(found.with(found.bounds[end]), createDice(1));
    if (line === undefined) assert.equal(refused, undefined, wanted);
    else assert.match(refused ?? '', line, wanted);
  }
});

/** Whether the part is a number that is limited to 32 bits. */
function isShort(part: { fromText(text: string): unknown }): boolean {
  try {
    part.fromText(String(2 ** 33));
    return false;
  } catch (error) {
    return /at most/.test(String(error)) && !/bytes/.test(String(error));
  }
}

/** Paths of numbers without bounds. */
function unbounded(schema: Schema, path = ''): string[] {
  const { properties = {}, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
  const inside = [
    ...Object.entries(properties).flatMap(([name, member]) => unbounded(member, `${path}.${name}`)),
    ...(items === undefined ? [] : unbounded(items, `${path}[]`)),
  ];
  const isNumber =
    schema.type === 'integer' || (typeof schema.pattern === 'string' && schema.pattern.includes('[0-9]+'));
  return isNumber && schema['x-bounds'] === undefined ? [path, ...inside] : inside;
}

test('extremes of a genesis are tried, and what fails is told', () => {
  const faults: string[] = [];
  const report = (fault: string) => void faults.push(fault);
  assert.deepEqual(fuzzGenesis(document, { seed: 1, only: 'burn.statistics.transactions' }, report), {
    ...{ numbers: 1, lived: 3, refused: 6 },
  });
  assert.deepEqual(faults, []);
  const wrong = { ...document, modules: { ...document.modules, unknown: {} } };
  fuzzGenesis(wrong, { seed: 1, only: 'burn.statistics.transactions' }, report);
  assert.match(faults[0] ?? '', /transactions = 0 is refused by a line that names no module: modules: there is/);
});

test('calls that are measured as successes succeed', () => {
  const { chain, prepared } = preparation;
  const block = chain.reader.states.environmentAt('next');
  assert.ok(block);
  const modules = createModules();
  const rows = new Map(gasRows(modules).map((row) => [row.native, row]));
  const { run } = createEngine();
  const options = { natives: joinNatives(precompiles('osaka'), modules) };
  const isSuccess = ({ address, call }: GasRow, { values, caller, value }: PreparedCall) => {
    const data = concatBytes(fromHex(call.selector), encodeAbi(abiFields(call.inputs), values));
    const message = { caller, origin: caller, to: address, value, data, gas, gasPrice: 0n };
    const lists = { blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
    return run(block, { ...message, ...lists }, createWorldState(chain.headState()), options).status === 'success';
  };
  assert.ok(prepared.size > 80);
  for (const [native, calls] of prepared) {
    const row = rows.get(native);
    assert.ok(row, native);
    for (const [at, made] of calls.entries()) assert.equal(isSuccess(row, made), made.succeeds, `${native}, ${at + 1}`);
  }
});
