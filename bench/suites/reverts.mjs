/** Tests that restore the chain: rounds of snapshot, change and revert, over HTTP beside anvil and in this process. */
import { performance } from 'node:perf_hooks';
import { createNode } from '../../dist/index.mjs';
import { removeHome, startAnvil, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';

const rounds = { warmUp: 50, counted: 500 };

export async function run(report) {
  const node = await startQord();
  const anvil = await startAnvil();
  const over = (url) => measure((method, ...params) => rpc(url, method, params));
  const [ours, peer] = [await over(node.url), await over(anvil.url)];
  report.compare('500 rounds over HTTP', 'ms', ours.ms, peer.ms, { better: 'low', goal: 1 });
  await Promise.all([node.stop(), anvil.stop()]);
  removeHome(node.home);
  const local = await createNode();
  const inProcess = await measure((method, ...params) => local.request({ method, params }));
  report.figure('500 rounds in process', 'ms', inProcess.ms, { goal: 2_000 });
  report.figure('CPU time of them, threads of V8 included', 'ms', inProcess.cpuMs);
  await local.close();
}

async function measure(request) {
  const [from, to] = await request('eth_accounts');
  const repeat = async (count) => {
    for (let round = 0; round < count; round++) {
      const snapshot = await request('evm_snapshot');
      const hash = await request('eth_sendTransaction', { from, to, value: '0x1' });
      while ((await request('eth_getTransactionReceipt', hash)) === null)
        await new Promise((next) => setImmediate(next));
      if (!(await request('evm_revert', snapshot))) throw new Error(`snapshot ${snapshot} is gone`);
    }
  };
  await repeat(rounds.warmUp);
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await repeat(rounds.counted);
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}
