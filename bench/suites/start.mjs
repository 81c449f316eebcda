/** From the spawn of the process to its first response, and memory when idle. */
import { removeHome, startAnvil, startQord } from '../lib/process.mjs';
import { median } from '../lib/statistics.mjs';

const rounds = 5;
const settleMs = 3_000;

export async function run(report) {
  const fresh = [];
  const existing = [];
  const peer = [];
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
    const anvil = await startAnvil();
    peer.push(anvil.startMs);
    await anvil.stop();
  }
  report.figure('start, new home', 'ms', median(fresh), { goal: 300 });
  report.figure('start, existing home', 'ms', median(existing), { goal: 250 });
  report.compare('start, existing home', 'ms', median(existing), median(peer), { better: 'low' });
  report.figure('idle memory', 'MB', idle, { goal: 150 });
}
