import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { devGenesis } from '../../chain/genesis/dev-genesis.ts';
import { createEngine } from '../../evm/engine.ts';
import { precompiles } from '../../evm/precompiles/precompiles.ts';
import { joinNatives } from '../../kernel/natives.ts';
import { supplyAccount } from '../../kernel/supply.ts';
import { createModules } from '../../modules/index.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts';
import type { StateView } from '../../state/types.ts';
import { createWorldState } from '../../state/world-state.ts';
import { createTestExecutor } from '../../testing/evm-interface.ts';
import { fullChain } from '../../testing/full-chain/fill-chain.ts';
import { localCall } from '../../testing/interfaces/local-call.ts';
import { type ModuleChain, openModuleChain } from '../../testing/module-chain.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { restoreInParts, unpackStateExecution } from './load-state.ts';
import { dumpStateExecution } from './state-file.ts';

const modules = createModules();

function executorOf({ chain }: ModuleChain) {
  const machine = { engine: createEngine(), natives: joinNatives(precompiles('osaka'), modules), modules };
  return createTestExecutor(
    { chain: chain.reader, ...machine },
    { pendingBlock: () => assert.fail(), unfinishedBlock: () => assert.fail() },
    {},
  );
}

/** Account, code and entries, as text. */
function contentOf(state: StateView, accounts: readonly Address[]): ReadonlyMap<string, string> {
  return new Map(
    accounts.map((address) => {
      const { nonce = 0n, balance = 0n, codeHash } = state.account(address) ?? {};
      const code = codeHash === undefined ? '' : toHex(state.code(codeHash));
      const entries = [...state.entries(address, '0x')].map(([key, value]) => `${key} ${toHex(value)}`);
      return [address, [nonce, balance, code, ...entries.sort()].join('\n')];
    }),
  );
}

test('what dumpState writes of a chain with rows in every table, loadState loads, to the last byte', async () => {
  const full = fullChain();
  const { reader } = full.chain;
  const before = reader.states.at(reader.head().number);
  assert.ok(before);
  const accounts = reader.states.accountsFrom(zeroAddress, 10_000).map(([address]) => address);
  const packed = JSON.parse(writeJson(await executorOf(full).run(dumpStateExecution, {}, localCall)));
  const fresh = openModuleChain(devGenesis({}), modules);
  const parts = await executorOf(fresh).run(unpackStateExecution, { packed: fromHex(packed as Hex) }, localCall);
  const state = createWorldState(fresh.chain.headState());
  for (const change of restoreInParts(parts)) change(state);
  const [want, got] = [contentOf(before, accounts), contentOf(state, accounts)];
  for (const [address, content] of want) {
    if (address === supplyAccount) continue; // this chain counts its own
    const missing = content.split('\n').filter((line) => !got.get(address)?.split('\n').includes(line));
    assert.deepEqual(missing, [], address);
  }
  const file = JSON.parse(gunzipSync(fromHex(packed as Hex)).toString()) as {
    accounts: Record<string, { records?: object }>;
  };
  const records = Object.values(file.accounts).flatMap((account) => Object.keys(account.records ?? {}));
  assert.ok(records.length > 500, `${records.length} records`);
});

test('a record whose key or value has as many bytes as a slot has stays what it is', async () => {
  const { chain } = openModuleChain(devGenesis({}), modules);
  const owner = '0x00000000000000000000000000000000000000ab' as Address;
  const rows: readonly (readonly [Hex, Hex])[] = [
    [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(40)}`],
    [`0x${'03'.repeat(32)}`, '0x0005'],
    [`0x${'04'.repeat(32)}`, '0x05'],
    ['0x05', `0x${'06'.repeat(32)}`],
  ];
  chain.amend((state) => {
    for (const [key, value] of rows) state.setEntry(owner, key, fromHex(value));
  });
  const full = { chain } as ModuleChain;
  const packed = JSON.parse(writeJson(await executorOf(full).run(dumpStateExecution, {}, localCall)));
  const parts = await executorOf(full).run(unpackStateExecution, { packed: fromHex(packed as Hex) }, localCall);
  const state = createWorldState(chain.headState());
  for (const [key] of rows) state.setEntry(owner, key, undefined);
  for (const change of restoreInParts(parts)) change(state);
  assert.deepEqual([...state.entries(owner, '0x')].map(([key, value]) => [key, toHex(value)]).sort(), [...rows].sort());
});
