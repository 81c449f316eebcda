import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../evm/engine.ts';
import { precompiles } from '../../../evm/precompiles/precompiles.ts';
import { type GasRow, gasRows } from '../../../kernel/module-docs/gas-rows.ts';
import { abiFields } from '../../../kernel/module-sdk/field.ts';
import { joinNatives } from '../../../kernel/natives.ts';
import { createModules } from '../../../modules/index.ts';
import { encodeAbi } from '../../../primitives/abi/encode.ts';
import { concatBytes } from '../../../primitives/bytes.ts';
import { fromHex } from '../../../primitives/hex.ts';
import { createWorldState } from '../../../state/world-state.ts';
import { prepareChain } from './prepare.ts';
import type { PreparedCall } from './prepared-chain.ts';

const gas = 1_000_000_000n;

test('calls that are measured as successes succeed', () => {
  const { chain, prepared } = prepareChain();
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
