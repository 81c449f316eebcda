import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../evm/engine.ts';
import { precompiles } from '../../../evm/precompiles/precompiles.ts';
import { type GasRow, gasRows } from '../../../kernel/module-docs/gas-rows.ts';
import { abiFields } from '../../../kernel/module-sdk/field.ts';
import { joinNatives } from '../../../kernel/natives.ts';
import { createModules } from '../../../modules/index.ts';
import { unbondings } from '../../../modules/staking/records.ts';
import { encodeAbi } from '../../../primitives/abi/encode.ts';
import { concatBytes } from '../../../primitives/bytes.ts';
import { fromHex } from '../../../primitives/hex.ts';
import { createWorldState } from '../../../state/world-state.ts';
import { copyStore } from '../../growth/copy-store.ts';
import { openGrowingChain } from '../../growth/growing-chain.ts';
import { allGrowths } from '../../growth/growth.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { prepareChain } from './prepare.ts';
import type { PreparedCall } from './prepared-chain.ts';

const gas = 1_000_000_000n;

const preparation = prepareChain();

test('every kind of record can be copied, so that its growth is measured', async (t) => {
  const growths = allGrowths(preparation);
  const measured = new Set(growths.flatMap(({ originals }) => originals.map(({ table }) => table.doc)));
  for (const { name, tables } of createModules())
    for (const { doc, name: table } of tables) assert.ok(measured.has(doc), `${name}.${table}`);
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

test('calls that are measured as successes succeed', () => {
  const { chain, prepared } = preparation;
  const block = chain.reader.environmentAt('next');
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
