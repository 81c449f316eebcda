import { parseArgs } from 'node:util';
import { createMachines } from '../machines.ts';
import { fuzzOnce } from './fuzz.ts';

/**
 * Compares this engine with an independent one on random programs and transactions:
 * `npm run fuzz -- --seconds 60 --seed 1`. Each scenario has a seed of its own, so that one can be repeated:
 * `--seed N --count 1`.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: 'Infinity' },
  },
});
const machineOf = createMachines();
const first = Number(values.seed);
const started = performance.now();
/** After so many differences the rest is most likely the same again. */
const enough = 10;
const elapsed = () => (performance.now() - started) / 1000;
let done = 0;
let findings = 0;
while (elapsed() < Number(values.seconds) && done < Number(values.count) && findings < enough) {
  const finding = await fuzzOnce(first + done, machineOf);
  done++;
  if (finding === undefined) continue;
  findings++;
  console.log(`DIFFERENCE at seed ${finding.seed}: ${finding.difference}\n${finding.json}\n`);
}
console.log(`${done} scenarios, ${(done / elapsed()).toFixed(1)} a second, ${findings} differences`);
if (findings > 0) process.exitCode = 1;
