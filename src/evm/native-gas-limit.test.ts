import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentOf } from '../chain/environment.ts';
import { count } from '../kernel/codec/scalars.ts';
import { ExecutionStoppedError, type NativeContracts, type RunOptions } from '../kernel/engine.ts';
import { moduleAddress } from '../kernel/module-address.ts';
import { call } from '../kernel/module-sdk/call.ts';
import { defineModule } from '../kernel/module-sdk/define-module.ts';
import { uint } from '../kernel/module-sdk/field.ts';
import { recordsOf } from '../kernel/module-sdk/record.ts';
import { numberKey } from '../kernel/module-sdk/record-key.ts';
import { joinNatives } from '../kernel/natives.ts';
import { type Address, parseAddress, zeroAddress } from '../primitives/address.ts';
import { zeroHash } from '../primitives/hash.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { emptyView } from '../state/empty-view.ts';
import type { WorldState } from '../state/types.ts';
import { createWorldState } from '../state/world-state.ts';
import { accountOf } from '../testing/sign-from.ts';
import { createEngine } from './engine.ts';
import { precompiles } from './precompiles/precompiles.ts';

const sha256 = parseAddress(`0x${'02'.padStart(40, '0')}`);
/** Of sha256 with 32 bytes (yellow paper, appendix E). */
const price = 72n;

/** Runs a call with 10 million gas of whoever is at `to`. */
function runner(natives: NativeContracts, state: WorldState, to: Address, data: Uint8Array, gas = 10_000_000n) {
  const header = { number: 1, timestamp: 1, gasLimit: 1n, baseFee: 1n, prevRandao: zeroHash, miner: zeroAddress };
  const parameters = { gasLimit: 1n, baseFeeFloor: 1n, maxBlockBytes: 65_536 };
  const block = environmentOf(header, { chainId: 9800n, genesisHash: zeroHash, parameters }, () => undefined);
  const caller = accountOf(0);
  const message = {
    ...{ caller, origin: caller, to, value: 0n, data, gas, gasPrice: 0n },
    ...{ blobHashes: [], accessList: [], warmAccounts: [], refund: 0n },
  };
  const engine = createEngine();
  return (limits: Pick<RunOptions, 'maxNativeGas' | 'shouldStop'>) =>
    engine.run(block, message, state, { natives, ...limits });
}

test('a native call that costs more than the limit stops the run before it begins', () => {
  const state = createWorldState(emptyView);
  const run = runner(joinNatives(precompiles('osaka'), []), state, sha256, new Uint8Array(32), 1_000n);
  const snapshot = state.snapshot();
  const limit = (5n * price) / 2n; // a precompile takes longer for its gas than a module
  assert.throws(() => run({ maxNativeGas: limit - 1n }), ExecutionStoppedError);
  assert.equal(state.snapshot(), snapshot, 'nothing has changed');
  for (const maxNativeGas of [limit, undefined]) {
    const { status, gasLeft } = run({ maxNativeGas });
    assert.deepEqual([status, gasLeft], ['success', 1_000n - price]);
  }
});

const address = moduleAddress(0x0d99);
const rows = recordsOf(address).table(1, 'row', 'Numbers.', [numberKey('id', 'which')], count);

const counting = call('count', {
  doc: '',
  inputs: {},
  outputs: { rows: uint(64, 'how many there are') },
  gas: 10_000n,
  run: ({ state, gas }) => {
    rows.set(state, 1, 0);
    const all = [...rows.list(state)];
    gas.useForWork(400_000n);
    return { rows: BigInt(all.length) };
  },
});

test('a module that reads many rows stops between two of them, or before long work, and has changed nothing', () => {
  const state = createWorldState(emptyView);
  for (let id = 0; id < 5_000; id++) rows.set(state, 0, id);
  const module = defineModule({ name: 'counting', address, doc: '', tables: [rows], calls: [counting] });
  const run = runner(joinNatives(precompiles('osaka'), [module]), state, address, fromHex(counting.selector));
  const before = state.snapshot();
  let questions = 0;
  const after = (last: number) => () => ++questions > last;
  for (const last of [0, 1, 30]) {
    questions = 0;
    assert.throws(() => run({ shouldStop: after(last) }), ExecutionStoppedError);
    assert.equal(questions, last + 1);
    assert.equal(state.snapshot(), before);
  }
  assert.throws(() => run({ maxNativeGas: 399_999n }), ExecutionStoppedError);
  assert.equal(state.snapshot(), before);
  questions = 0;
  const { status, output } = run({ shouldStop: after(1_000), maxNativeGas: 400_000n });
  assert.deepEqual([status, BigInt(toHex(output))], ['success', 5_000n]);
  assert.ok(questions >= 50, `${questions} questions for 5,000 rows`);
});
