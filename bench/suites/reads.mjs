/** Small reads at 32 keep-alive connections, each server in its own process, in turns. */
import { load, requestBytes } from '../lib/load.mjs';
import { removeHome, startAnvil, startQord } from '../lib/process.mjs';
import { median } from '../lib/statistics.mjs';

const rounds = 5;
const seconds = 3;
const holder = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

const reads = [
  { method: 'eth_blockNumber', params: [], goal: 0.6 },
  { method: 'eth_getBalance', params: [holder, 'latest'], goal: 0.6 },
  { method: 'eth_chainId', params: [] },
];

export async function run(report) {
  const qord = await startQord({ flags: ['--consensus.block-interval', '0s'] });
  const anvil = await startAnvil();
  for (const { method, params, goal } of reads) {
    const rates = { qord: [], anvil: [] };
    for (let round = 0; round <= rounds; round++) {
      for (const node of [qord, anvil]) {
        const request = requestBytes(node.url, method, params);
        const { perSecond } = await load(node.url, { seconds: round === 0 ? 1 : seconds, next: () => request });
        if (round > 0) rates[node.name].push(perSecond);
      }
    }
    report.compare(`${method} at 32 connections`, 'req/s', median(rates.qord), median(rates.anvil), { goal });
  }
  report.figure('memory after the reads', 'MB', qord.residentMb(), { goal: 250 });
  await Promise.all([qord.stop(), anvil.stop()]);
  removeHome(qord.home);
}
