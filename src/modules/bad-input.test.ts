import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treasury } from '../kernel/module-account.ts';
import type { AnyCall } from '../kernel/module-sdk/define-module.ts';
import { fieldEntries } from '../kernel/module-sdk/field.ts';
import { defaultSections } from '../kernel/natives.ts';
import type { AbiType } from '../primitives/abi/type.ts';
import type { AbiValue } from '../primitives/abi/value.ts';
import { zeroAddress } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { createModuleHarness } from '../testing/module-harness.ts';
import { createModules } from './index.ts';

const roundsPerCall = 40;
const callers = developmentAccounts.slice(0, 3).map(({ address }) => address);
const texts = [
  '',
  'x',
  'ibc/ATOM',
  'free',
  'hybrid',
  'gas_fee',
  'off',
  'ml-dsa-65',
  'burn',
  'evm',
  'a'.repeat(300),
].concat([
  ...['{}', '[]', '{"rebase_interval":1e300}', '{"schedule":[]}', '\u0000', callers[0] ?? '', `0x${'ff'.repeat(20)}`],
]);
const sizes = [0, 1, 20, 32, 100, 2_592, 4_627];

/** The same numbers in every run. */
function createDice(seed: number): <T>(choices: readonly T[]) => T {
  let state = seed;
  return (choices) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const chosen = choices[(state >>> 8) % choices.length];
    assert.ok(chosen !== undefined);
    return chosen;
  };
}

const pick = createDice(20_261);

function anyValue(type: AbiType): AbiValue {
  switch (type.kind) {
    case 'uint': {
      const most = (1n << BigInt(type.bits)) - 1n;
      return pick([0n, 1n, 2n, 1_000_000n, 2n ** 53n, 2n ** 64n - 1n, most / 2n, most].map((value) => value & most));
    }
    case 'int':
      return pick([0n, 1n, -1n, (1n << BigInt(type.bits - 1)) - 1n, -(1n << BigInt(type.bits - 1))]);
    case 'address':
      return pick([zeroAddress, ...callers]);
    case 'bool':
      return pick([true, false]);
    case 'bytes':
      return new Uint8Array(pick(sizes)).fill(pick([0, 1, 255]));
    case 'fixedBytes':
      return new Uint8Array(type.size).fill(pick([0, 1, 255]));
    case 'string':
      return pick(texts);
    case 'array':
      return Array.from({ length: type.length ?? pick([0, 1, 3]) }, () => anyValue(type.item));
    case 'tuple':
      return Object.fromEntries(type.fields.map((field) => [field.name, anyValue(field.type)]));
  }
}

test('whatever the arguments, a call succeeds or is rejected, and the next block ends', () => {
  const modules = createModules();
  const { staking, ...sections } = defaultSections(modules, 'dev') as Record<string, { params: object }>;
  const harness = createModuleHarness(modules, { ...sections, staking: { params: staking?.params } });
  for (const account of [...callers, treasury]) harness.fund(account, 10n ** 15n);
  for (const module of modules) {
    const calls: readonly AnyCall[] = [module.calls, ...module.precompiles.map((further) => further.calls)].flat();
    const named = calls.filter(({ name }) => calls.filter((call) => call.name === name).length === 1);
    for (const call of named) {
      for (let round = 0; round < roundsPerCall; round++) {
        const inputs = Object.fromEntries(fieldEntries(call.inputs).map(([name, { type }]) => [name, anyValue(type)]));
        const result = harness.call(module, pick(callers), call.name, inputs);
        if ('rejection' in result) assert.match(result.rejection, new RegExp(`^${module.name}: .+|^out of gas$`));
      }
      harness.nextBlock();
    }
  }
});

test('parameters that would break a later block are rejected', () => {
  const modules = createModules();
  const { state } = createModuleHarness([]);
  for (const [name, changes] of [
    ['xqore', { penalties: [{ held_seconds: 0, rate: '1.5' }] }],
    ['xqore', { penalties: [{ held_seconds: 0, rate: '-0.1' }] }],
    ['qca', { max_penalty: '1.01' }],
    ['qca', { qdrw_rep_min: '3' }],
    ['reputation', { alpha: '-0.1', beta: '0.75' }],
    ['rlconsensus', { max_change_auto: '1.5' }],
    ['rlconsensus', { circuit_breaker_window: 1_001 }],
    ['rlconsensus', { default_base_gas_price: 2 ** 53 - 1 }],
    ['inflation', { fixed_epoch_emission: '9'.repeat(77) }],
    ['staking', { max_validators: 0 }],
    ['lanes', { lanes: [] }],
    ['burn', { staker_share: '0.5' }],
    ['ai', { risk_threshold: '2' }],
    ['pqc', { min_security_level: 6 }],
    ['gasabstraction', { accepted_tokens: [{ denom: 'uqor', conversion_rate: '0' }] }],
    ['fairblock', { enabled: true }],
  ] as const) {
    const params = modules.find((module) => module.name === name)?.params;
    assert.ok(params !== undefined);
    assert.ok(params.changeError(state, JSON.stringify(changes)), `${name} ${JSON.stringify(changes)}`);
    assert.equal(params.changeError(state, '{}'), undefined, `${name}: its defaults hold`);
  }
});
