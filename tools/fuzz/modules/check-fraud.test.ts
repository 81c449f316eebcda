import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModuleContract } from '#qord/kernel/engine.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { createModules } from '#qord/modules/index.ts';
import { rdkParams } from '#qord/modules/rdk/params.ts';
import { parseDecimal } from '#qord/primitives/decimal/decimal.ts';
import { createDice } from '#qord/testing/interfaces/any-value.ts';
import { genesisWith, openModuleChain } from '#qord/testing/module-chain.ts';
import { batchInputs } from '#qord/testing/modules/rollup-harness.ts';
import { createFraudCheck } from './check-fraud.ts';

test('fraud that takes nothing from the stake is found, before anybody challenges a batch or has one', () => {
  const modules = createModules();
  const pick = createDice(1);
  const network = openModuleChain(genesisWith({}), modules);
  const imagined = createFraudCheck(modules.map(withFreeFraud))(pick, network);
  assert.equal(imagined[0]?.replace(/ at .*/, ''), 'fraud of batch 1 of imagined leaves stake');
  assert.deepEqual(createFraudCheck(modules)(pick, network), []);
  const create = { rollupId: 'one', profile: 'custom', vm: '', stake: 10_000_000_000n };
  const transactions = [
    network.call(1, 'rdk', 'createRollup', create),
    network.call(1, 'rdk', 'submitBatch', batchInputs('one', 1)),
  ];
  const { receipts } = network.mine({ transactions });
  assert.deepEqual(
    receipts.map(({ status }) => status),
    [1, 1],
  );
  assert.deepEqual(createFraudCheck(modules)(pick, network), []);
  const check = createFraudCheck(modules.map(withFreeFraud));
  const found = Array.from({ length: 8 }, () => check(pick, network)).flat();
  const lines = new Set(found.map((line) => line.replace(/ at .*/, '')));
  assert.deepEqual(
    [...lines].sort(),
    ['imagined', 'one'].flatMap((rollup) =>
      ['burned', 'challenger', 'stake'].map((name) => `fraud of batch 1 of ${rollup} leaves ${name}`),
    ),
  );
});

/** The module, which decides that a batch was wrong and takes nothing. */
function withFreeFraud(module: NativeModule): NativeModule {
  const contracts = new Map([...module.contracts].map(([address, contract]) => [address, free(contract)]));
  return { ...module, contracts };
}

function free(contract: ModuleContract): ModuleContract {
  return {
    ...contract,
    run: (call) => {
      if (contract.callName?.(call.input) !== 'resolveChallenge') return contract.run(call);
      const params = rdkParams.get(call.state);
      rdkParams.set(call.state, { ...params, fraud_slash_rate: parseDecimal('0') });
      const result = contract.run(call);
      rdkParams.set(call.state, params);
      return result;
    },
  };
}
