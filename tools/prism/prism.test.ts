import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rlParams } from '#qord/modules/rlconsensus/params.ts';
import { policyGains } from '#qord/modules/rlconsensus/policy-gains.ts';
import { chooseGains } from './choose-gains.ts';
import { deviationOf } from './measure.ts';
import { renderPrismPages } from './prism-page.ts';
import { scenarios } from './scenarios.ts';
import { simulate } from './simulate.ts';

test('the built-in policy, its page and its plots are what npm run prism writes', () => {
  assert.deepEqual(chooseGains(), policyGains);
  for (const [path, text] of renderPrismPages(policyGains)) {
    const committed = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    assert.equal(committed, text, `${path}: run npm run prism`);
  }
});

test('the policy makes late blocks rarer where there are some, and worsens nothing elsewhere', () => {
  const target = rlParams.defaultsFor('dev').default_block_time_ms;
  const [slow, bursts] = scenarios.map((scenario) => ({
    without: deviationOf(simulate(scenario, undefined), target),
    withPrism: deviationOf(simulate(scenario, policyGains), target),
  }));
  assert.ok(slow !== undefined && slow.withPrism.lateBlocks < slow.without.lateBlocks / 2);
  assert.ok(bursts !== undefined && bursts.withPrism.late <= bursts.without.late);
  for (const run of [slow, bursts]) assert.ok(run.withPrism.highest <= run.without.highest * 1.1);
});
