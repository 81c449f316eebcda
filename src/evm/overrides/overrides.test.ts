import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '../../primitives/address.ts';
import { bytesToBigint, emptyBytes } from '../../primitives/bytes.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { parseHash } from '../../primitives/hash.ts';
import { assemble, returnTop } from '../../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, sender, slotKey } from '../../testing/evm/harness.ts';
import { precompiles } from '../precompiles/precompiles.ts';
import { callEnvironment, noBlockOverrides } from './block-overrides.ts';
import {
  type AccountOverride,
  overrideFault,
  overrideFaultText,
  overrideNatives,
  overrideState,
} from './state-overrides.ts';

const word = (value: number) => parseHash(slotKey(value));
const natives = precompiles('osaka');
const identity = address(4);
const elsewhere = address(0xe15e);

function overridden(override: AccountOverride) {
  const harness = createEvmHarness();
  harness.put(contract, { balance: 3n, nonce: 2n, code: assemble('STOP'), storage: { 1: 10n, 2: 20n } });
  overrideState(harness.state, new Map([[contract, override]]));
  return harness;
}

test('balance, nonce and code are replaced one by one', () => {
  const before = overridden({}).state.account(contract);
  assert.equal(overridden({ balance: 9n }).state.account(contract)?.balance, 9n);
  assert.equal(overridden({ nonce: 9n }).state.account(contract)?.nonce, 9n);
  assert.deepEqual({ ...overridden({ balance: 9n }).state.account(contract), balance: 3n }, before);
  assert.equal(overridden({ code: emptyBytes }).state.account(contract)?.codeHash, emptyCodeHash);
});

test('new code runs', () => {
  const harness = overridden({ code: assemble(42, ...returnTop) });
  assert.equal(bytesToBigint(harness.run().output), 42n);
});

test('stateDiff changes single slots, state replaces all', () => {
  const diff = overridden({ stateDiff: new Map([[word(1), word(11)]]) });
  assert.deepEqual([diff.slot(contract, 1), diff.slot(contract, 2)], [11n, 20n]);
  const all = overridden({ state: new Map([[word(3), word(33)]]) });
  assert.deepEqual([all.slot(contract, 1), all.slot(contract, 2), all.slot(contract, 3)], [0n, 0n, 33n]);
  assert.equal(all.balance(contract), 3n);
  const none = overridden({ stateDiff: new Map([[word(1), word(0)]]) });
  assert.equal(none.slot(contract, 1), 0n);
});

test('an account that does not exist can be overridden', () => {
  const harness = createEvmHarness();
  overrideState(harness.state, new Map([[elsewhere, { balance: 5n }]]));
  assert.equal(harness.balance(elsewhere), 5n);
});

test('a precompile runs at the address it was moved to, and only there', () => {
  const overrides = new Map([[identity, { movePrecompileTo: elsewhere }]]);
  const moved = overrideNatives(natives, overrides);
  assert.equal(moved.at(elsewhere)?.name, natives.at(identity)?.name);
  assert.equal(moved.at(identity), undefined);
  const harness = createEvmHarness();
  const data = Uint8Array.of(1, 2, 3);
  assert.deepEqual(harness.run({ to: elsewhere, data }, { natives: moved }).output, data);
  // warm are those of the chain, wherever they are moved
  const gasOf = (read: Address) => {
    harness.put(contract, { code: assemble(BigInt(read), 'BALANCE', 'STOP') });
    return harness.run({}, { natives: moved }).gasLeft;
  };
  assert.equal(gasOf(identity) - gasOf(elsewhere), 2_500n);
});

test('code takes the place of a precompile; a balance does not', () => {
  assert.equal(overrideNatives(natives, new Map([[identity, { code: emptyBytes }]])).at(identity), undefined);
  assert.equal(overrideNatives(natives, new Map([[identity, { balance: 1n }]])), natives);
});

test('overrides that contradict each other are named', () => {
  const fault = (override: AccountOverride, at = identity, others: [typeof at, AccountOverride][] = []) =>
    overrideFault(new Map([[at, override], ...others]), natives);
  assert.equal(fault({ movePrecompileTo: elsewhere }), undefined);
  assert.deepEqual(fault({ state: new Map(), stateDiff: new Map() }), {
    code: 'state-and-state-diff',
    address: identity,
  });
  assert.deepEqual(fault({ movePrecompileTo: elsewhere }, sender), { code: 'not-a-precompile', address: sender });
  const twice = fault({ movePrecompileTo: elsewhere }, identity, [[elsewhere, { balance: 1n }]]);
  assert.deepEqual(twice, { code: 'target-overridden', address: elsewhere });
  assert.equal(twice && overrideFaultText(twice), `account ${elsewhere} is already overridden`);
});

test('block values are overridden; a free call sees no base fee unless it asks for one', () => {
  const { block } = createEvmHarness();
  const free = { paysGas: false };
  assert.equal(callEnvironment(block, noBlockOverrides, { paysGas: true }).baseFee, 7n);
  assert.equal(callEnvironment(block, noBlockOverrides, free).baseFee, 0n);
  assert.equal(callEnvironment(block, { baseFeePerGas: 3n }, free).baseFee, 3n);
  const all = { number: 1n, time: 2n, gasLimit: 3n, feeRecipient: sender, prevRandao: word(4), blobBaseFee: 5n };
  const { number, timestamp, gasLimit, coinbase, prevRandao, blobBaseFee } = callEnvironment(block, all, free);
  assert.deepEqual(
    { number, timestamp, gasLimit, coinbase, prevRandao, blobBaseFee },
    {
      ...{ number: 1n, timestamp: 2n, gasLimit: 3n, coinbase: sender, prevRandao: word(4), blobBaseFee: 5n },
    },
  );
});
