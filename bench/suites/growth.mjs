/** A long chain: 20,000 blocks and 100,000 transfers must be read as fast as 1,000 blocks, with little more memory. */
import { createAccounts, fund, sign, waitForReceipt } from '../lib/accounts.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { removeHome, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { median } from '../lib/statistics.mjs';

const senders = 50;
const transfersPerBlock = 5;
const short = 1_000;
const long = 20_000;
const rounds = 6;
const readings = 1_000;

/** Two chains, so that they can be read in turns. */
export async function run(report) {
  const small = await startChain();
  const large = await startChain();
  await grow(small, short);
  await grow(large, short);
  await read([small, large]);
  const before = { own: large.node.ownMb(), resident: large.node.residentMb() };
  await grow(large, long);
  await compare(report, [small, large]);
  report.figure('growth of its own memory', 'MB', large.node.ownMb() - before.own, { goal: 100 });
  report.figure('… with the mapped pages of the database', 'MB', large.node.residentMb() - before.resident);
  for (const { node } of [small, large]) {
    await node.stop();
    removeHome(node.home);
  }
}

async function startChain() {
  const node = await startQord({ flags: ['--consensus.block-interval', '0s'] });
  const accounts = createAccounts(senders, 'growth');
  await fund(node.url, accounts, 10n ** 22n);
  await rpc(node.url, 'evm_setAutomine', [false]);
  return { node, accounts, blocks: 0 };
}

async function grow(chain, height) {
  const { node, accounts } = chain;
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
  chain.blocks = height;
}

const tag = (height) => `0x${height.toString(16)}`;
const requests = {
  eth_getBalance: ({ node, accounts }, height) =>
    requestBytes(node.url, 'eth_getBalance', [accounts[height % accounts.length].address, tag(height)]),
  eth_getBlockByNumber: ({ node }, height) => requestBytes(node.url, 'eth_getBlockByNumber', [tag(height), false]),
};

/** Medians in milliseconds of reads at random heights, by method; one array of them for each chain. */
async function read(chains) {
  const times = {};
  for (const [method, requestAt] of Object.entries(requests)) {
    times[method] = [];
    for (const chain of chains) {
      let left = readings;
      const next = () =>
        left-- > 0 ? requestAt(chain, 1 + Math.floor(Math.random() * (chain.blocks - 1))) : undefined;
      times[method].push(median((await load(chain.node.url, { connections: 1, next })).latencies));
    }
  }
  return times;
}

async function compare(report, chains) {
  const all = [];
  for (let round = 0; round <= rounds; round++) {
    const times = await read(chains);
    if (round > 0) all.push(times);
  }
  for (const method of Object.keys(requests)) {
    const [small, large] = chains.map((_, at) => median(all.map((times) => times[method][at])));
    report.figure(`${method} at random heights, 20,000 blocks`, 'ms', large);
    report.figure('… times the latency at 1,000 blocks', '', large / small, { goal: 1.2 });
  }
}
