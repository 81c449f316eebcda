import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treasury } from '../kernel/module-account.ts';
import type { AnyCall } from '../kernel/module-sdk/define-module.ts';
import { fieldEntries } from '../kernel/module-sdk/field.ts';
import { defaultSections } from '../kernel/natives.ts';
import { anyValue, callers, createDice } from '../testing/interfaces/any-value.ts';
import { createModuleHarness } from '../testing/module-harness.ts';
import { createModules } from './index.ts';

const roundsPerCall = 40;
const pick = createDice(20_261);

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
        const inputs = Object.fromEntries(
          fieldEntries(call.inputs).map(([name, { type }]) => [name, anyValue(pick, type)]),
        );
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
    ['gasabstraction', { accepted_tokens: [{ denom: 'uqor', conversion_rate: '1000000000000.000000000000000001' }] }],
    ['gasabstraction', { accepted_tokens: [{ denom: 'uqor', conversion_rate: `${'0'.repeat(40)}1` }] }],
    ['fairblock', { enabled: true }],
  ] as const) {
    const params = modules.find((module) => module.name === name)?.params;
    assert.ok(params !== undefined);
    assert.ok(params.changeError(state, JSON.stringify(changes)), `${name} ${JSON.stringify(changes)}`);
    assert.equal(params.changeError(state, '{}'), undefined, `${name}: its defaults hold`);
  }
});
