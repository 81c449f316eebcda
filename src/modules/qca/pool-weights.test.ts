import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { createModules } from '../index.ts';
import { qcaParams } from './params.ts';
import { resetPoolWeights, shiftPoolWeights } from './pool-weights.ts';

const harness = () => createModuleHarness(createModules().filter(({ name }) => name === 'qca'));

test('a reset takes back what PRISM has changed, and nothing that the authority has', () => {
  const { state } = harness();
  const weights = () => {
    const { weight_rpos, weight_dpos } = qcaParams.get(state);
    return [formatDecimal(weight_rpos), formatDecimal(weight_dpos)];
  };
  qcaParams.change(state, '{"weight_rpos":"0.5","weight_dpos":"0.3"}');
  resetPoolWeights(state);
  assert.deepEqual(weights(), ['0.5', '0.3'], 'PRISM had changed nothing');
  assert.deepEqual(shiftPoolWeights(state, parseDecimal('0.1'), parseDecimal('-0.1')), { rpos: true, dpos: true });
  assert.deepEqual(weights(), ['0.55', '0.27']);
  for (let step = 0; step < 20; step++) shiftPoolWeights(state, parseDecimal('0.1'), parseDecimal('-0.1'));
  assert.deepEqual(weights(), ['0.8', '0.05']);
  const atBounds = shiftPoolWeights(state, parseDecimal('0.1'), parseDecimal('-0.1'));
  assert.deepEqual(atBounds, { rpos: false, dpos: false });
  resetPoolWeights(state);
  assert.deepEqual(weights(), ['0.5', '0.3']);
  resetPoolWeights(state);
  assert.deepEqual(weights(), ['0.5', '0.3']);
});

test('the breaker in the mode observe leaves the weights of the genesis', () => {
  const params = { weight_rpos: '0.6', weight_dpos: '0.2' };
  const rlconsensus = { params: { agent_mode: 'observe', circuit_breaker_window: 10 } };
  const chain = openModuleChain(genesisWith({ qca: { params }, rlconsensus }));
  for (let block = 0; block < 15; block++) chain.mine({ milliseconds: 60_000 });
  const status = chain.query('qor_getRLAgentStatus') as { circuit_breaker: { active: boolean } };
  assert.equal(status.circuit_breaker.active, true);
  assert.equal(formatDecimal(qcaParams.get(chain.chain.headState()).weight_rpos), '0.6');
});
