/** A long chain: 20,000 blocks and 100,000 transfers must be read as fast as 1,000 blocks, with little more memory. */
import { createAccounts, fund, sign, waitForReceipt } from '../lib/accounts.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { removeHome, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { median } from '../lib/statistics.mjs';

const senders = 50;
const transfersPerBlock = 5;
const readings = 2_000;

export async function run(report) {
  const node = await startQord({ flags: ['--consensus.block-interval', '0s'] });
  const accounts = createAccounts(senders, 'growth');
  await fund(node.url, accounts, 10n ** 22n);
  await rpc(node.url, 'evm_setAutomine', [false]);
  await grow(node, accounts, 1_000);
  const small = await measure(node, accounts, 1_000);
  const before = node.residentMb();
  await grow(node, accounts, 20_000);
  const large = await measure(node, accounts, 20_000);
  report.figure('eth_getBalance at random heights, 20,000 blocks', 'ms', large.balance);
  report.figure('… times the latency at 1,000 blocks', '', large.balance / small.balance, { goal: 1.2 });
  report.figure('eth_getBlockByNumber at random heights, 20,000 blocks', 'ms', large.block);
  report.figure('… times the latency at 1,000 blocks', '', large.block / small.block, { goal: 1.2 });
  report.figure('memory growth', 'MB', node.residentMb() - before, { goal: 100 });
  await node.stop();
  removeHome(node.home);
}

async function grow(node, accounts, height) {
  let hash;
  for (let at = Number(await rpc(node.url, 'eth_blockNumber')); at < height; at++) {
    const batch = Array.from({ length: transfersPerBlock }, (_, index) => {
      const account = accounts[(at * transfersPerBlock + index) % accounts.length];
      const { raw, hash: sent } = sign(account, { to: accounts[at % accounts.length].address, value: 1n });
      hash = sent;
      return { jsonrpc: '2.0', id: index, method: 'eth_sendRawTransaction', params: [raw] };
    });
    const mine = { jsonrpc: '2.0', id: transfersPerBlock, method: 'evm_mine', params: [] };
    const response = await fetch(node.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([...batch, mine]),
    });
    const answers = await response.json();
    const refused = answers.find(({ error }) => error);
    if (refused) throw new Error(refused.error.message);
  }
  await waitForReceipt(node.url, hash);
}

async function measure(node, accounts, blocks) {
  const latency = async (requestAt) => {
    let left = readings;
    const next = () => (left-- > 0 ? requestAt(1 + Math.floor(Math.random() * (blocks - 1))) : undefined);
    const { latencies } = await load(node.url, { connections: 1, next });
    return median(latencies);
  };
  const tag = (height) => `0x${height.toString(16)}`;
  const balanceAt = (height) =>
    requestBytes(node.url, 'eth_getBalance', [accounts[height % accounts.length].address, tag(height)]);
  const blockAt = (height) => requestBytes(node.url, 'eth_getBlockByNumber', [tag(height), false]);
  await latency(balanceAt);
  return { balance: await latency(balanceAt), block: await latency(blockAt) };
}
