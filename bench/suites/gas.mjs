/**
 * The worst input of every precompile and every call of the native modules: gas that a contract pays for repeating it, by
 * the CPU time that takes, in million gas a second.
 */

import { createModules } from '../../dist/modules/index.js';
import { createGasStage } from '../../dist/testing/gas/gas-stage.js';
import { measurePlain } from '../../dist/testing/gas/measure.js';
import { nativeCases } from '../../dist/testing/gas/native-cases.js';
import { precompileNames } from '../../dist/testing/gas/precompile-cases.js';
import { slowestOf } from '../../dist/testing/gas/worst-case.js';
import { genesisWith, openModuleChain } from '../../dist/testing/module-chain.js';

export const hasPeer = false;

/** million gas a second */
const goals = { ethereum: 40, own: 100 };

/** The slowest at first sight are measured well; the slowest of these stands in the table. */
const finalists = 5;

/** `only`: part of the name of what is measured; `cases`: how many of the slowest of each are shown */
export async function run(report, { only = '', cases: shown = 1 } = {}) {
  const modules = createModules();
  const { chain, mine } = openModuleChain(genesisWith({}), modules);
  mine();
  const stage = createGasStage(chain.headState(), chain.reader.environmentAt('next'));
  const plain = Math.max(...Array.from({ length: 20 }, () => measurePlain(stage, 3)));
  report.figure('plain instructions', 'Mgas/s', plain, { better: 'high' });
  const results = [];
  for (const [native, cases] of nativeCases(modules)) {
    if (!native.includes(only)) continue;
    const slowest = slowestOf(stage, cases, { plain, finalists: Math.max(finalists, shown) });
    results.push(...slowest.slice(0, shown));
    if (process.stderr.isTTY) process.stderr.write(`\r${native}: ${slowest[0].rate.toFixed(1)} Mgas/s`.padEnd(79));
  }
  results.sort((left, right) => left.rate - right.rate);
  for (const { native, label, gas, rate } of results) {
    const goal = precompileNames.includes(native) ? goals.ethereum : goals.own;
    report.figure(`${native}: ${label} (${gas} gas)`, 'Mgas/s', rate, { better: 'high', goal });
  }
}
