import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { NativeContract } from '#qord/kernel/engine.ts';
import { createNatives } from '#qord/kernel/natives.ts';
import { parseAddress } from '#qord/primitives/address.ts';
import { genesisWith, openModuleChain } from '#qord/testing/module-chain.ts';
import { createGasHarness, type GasCase } from './gas-harness.ts';
import { longestCalls } from './longest-calls.ts';
import { measureCase, measurePlain } from './measure.ts';

const effort = { ms: 20, times: 2 };
const price = 1_000n;
const slowAt = parseAddress('0x0000000000000000000000000000000000000f01');
const quickAt = parseAddress('0x0000000000000000000000000000000000000f02');
const load = new Uint8Array(500_000);

const pricedAlike = (name: string, work: () => void): NativeContract => ({
  name,
  stateful: false,
  gas: () => price,
  run: () => {
    work();
    return new Uint8Array(0);
  },
});

const natives = createNatives(
  new Map([
    [slowAt, pricedAlike('slow', () => createHash('sha256').update(load).digest())],
    [quickAt, pricedAlike('quick', () => {})],
  ]),
);

const harness = (() => {
  const { chain } = openModuleChain(genesisWith({}));
  const block = chain.reader.states.environmentAt('next');
  assert.ok(block);
  return createGasHarness(chain.headState(), block, natives);
})();

const callOf = (target: GasCase['target'], options: Partial<GasCase> = {}): GasCase => {
  const caller = parseAddress(`0x${'ca'.repeat(20)}`);
  const call = { target, caller, gas: 5_000n, value: 0n, isUndone: false, kind: 'STATICCALL' } as const;
  return { ...call, input: new Uint8Array(100), ...options };
};

test('a native with much CPU time per gas has a lower rate than one with little', () => {
  const [slow, quick] = [slowAt, quickAt].map((target) => measureCase(harness, callOf(target), effort).rate);
  assert.ok(slow !== undefined && quick !== undefined);
  assert.ok(slow < 40, `${slow} Mgas/s of half a megabyte hashed for ${price} gas`);
  assert.ok(quick > 5 * slow, `${quick} Mgas/s of nothing, ${slow} of much`);
  assert.ok(measurePlain(harness, 2) > slow);
});

test('the gas of a call does not include its preparation', () => {
  for (const length of [0, 100, 100_000]) {
    const { gas } = measureCase(harness, callOf(quickAt, { input: new Uint8Array(length) }), effort);
    assert.ok(gas >= price + 100n && gas < price + 150n, `${gas} with ${length} bytes`);
  }
  const undone = measureCase(harness, callOf(quickAt, { isUndone: true, kind: 'CALL' }), effort).gas;
  assert.ok(undone > price + 200n && undone < price + 350n, `${undone} undone`);
});

test('the longest calls of precompiles use the gas that they may have, as far as whole points and pairs reach', () => {
  const gas = 3_000_000n;
  const calls = longestCalls(gas);
  assert.deepEqual(
    calls.map(({ native }) => native),
    ['bn254Pairing', 'blsG1Msm', 'blsG2Msm', 'blsPairing', 'blake2f'],
  );
  for (const call of calls) assert.ok(call.gas <= gas && call.gas > (gas * 4n) / 10n && call.ms > 0, call.native);
});
