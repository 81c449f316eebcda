/** From the spawn of the process to its first response, and memory when idle; from the import of the package to a response. */
import { spawnSync } from 'node:child_process';
import { removeHome, root, startAnvil, startQord } from '../lib/process.mjs';
import { median } from '../lib/statistics.mjs';

const rounds = 5;
const settleMs = 3_000;

/** Prints the milliseconds until a node in the process has responded, from the import of the package and after it. */
const inProcess = `
  const began = performance.now();
  const { createNode } = await import('./dist/index.mjs');
  const imported = performance.now();
  const node = await createNode();
  await node.request({ method: 'eth_blockNumber' });
  console.log(JSON.stringify([performance.now() - began, performance.now() - imported]));
  await node.close();
`;

export async function run(report) {
  const fresh = [];
  const existing = [];
  const peer = [];
  const temporary = [];
  const local = [];
  let idle = 0;
  for (let round = 0; round < rounds; round++) {
    const first = await startQord();
    fresh.push(first.startMs);
    await first.stop();
    const again = await startQord({ home: first.home });
    existing.push(again.startMs);
    if (round === 0) {
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      idle = again.residentMb();
    }
    await again.stop();
    removeHome(first.home);
    const passing = await startQord({ inMemory: true });
    temporary.push(passing.startMs);
    await passing.stop();
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', inProcess], { cwd: root });
    local.push(JSON.parse(stdout));
    const anvil = await startAnvil();
    peer.push(anvil.startMs);
    await anvil.stop();
  }
  report.figure('start, new home', 'ms', median(fresh), { goal: 300 });
  report.figure('start, existing home', 'ms', median(existing), { goal: 250 });
  report.compare('start, existing home', 'ms', median(existing), median(peer), { better: 'low' });
  report.figure('start --memory', 'ms', median(temporary), { goal: 250 });
  const [whole, created] = [0, 1].map((at) => median(local.map((times) => times[at])));
  report.figure('in process, from the import', 'ms', whole);
  report.figure('in process, after the import', 'ms', created, { goal: 100 });
  report.figure('idle memory', 'MB', idle, { goal: 150 });
}
