/**
 * A long chain: 20,000 blocks and 100,000 transfers must be read as fast as 1,000 blocks, with little more memory, by
 * nodes that have read each block once. What nodes need that have just started, and still map the database, has no goal.
 * `--transfers 1000000` compares a chain of so many with one of 10,000, ten in a block; that takes ten to twenty minutes.
 */
import { Interface } from 'ethers';
import { fromHex } from '../../dist/primitives/hex.js';
import { compileContract } from '../../dist/testing/solidity.js';
import { createAccounts, deploy, fund, sign, waitForReceipt } from './accounts.mjs';
import { load, requestBytes } from './load.mjs';
import { keepAwake, keepOnCores, removeHome, startQord } from './process.mjs';
import { rpc } from './rpc.mjs';
import { median } from './statistics.mjs';

const senders = 50;
const contract = compileContract('Token');
/** receives tokens once */
const rare = `0x${'ab'.repeat(20)}`;
const rareHeight = 500;
/** blocks of the two chains */
const short = 1_000;
const usualLong = 20_000;
const usualTransfersPerBlock = 5;
const manyTransfersPerBlock = 10;
/** cores that client and nodes are read on */
const [clientCore, nodeCore] = ['0', '1'];
const rounds = 6;
const readings = 900;
/** of both nodes: what is compiled, and where it lies, differs from start to start */
const starts = 5;

/** Two chains, so that they can be read in turns. */
export async function measureChainLength(report, { transfers }) {
  const perBlock = transfers === undefined ? usualTransfersPerBlock : manyTransfersPerBlock;
  const long = transfers === undefined ? usualLong : Math.ceil(transfers / perBlock);
  if (!(long > short)) throw new Error(`--transfers must be a number above ${short * perBlock}`);
  const chains = [await startChain(short, perBlock), await startChain(long, perBlock)];
  const [small, large] = chains;
  await grow(small, short);
  await grow(large, short);
  await read(
    chains,
    chains.map(() => shuffledHeights(short).slice(0, readings)),
  );
  const before = { own: large.node.ownMb(), resident: large.node.residentMb() };
  await grow(large, long);
  for (const chain of chains) {
    const { length } = await rpc(chain.node.url, 'eth_getLogs', [rareFilter(chain)]);
    if (length !== 1) throw new Error(`${length} logs instead of the one`);
  }
  await read(chains, randomHeights(chains));
  report.figure('growth of memory without mapped pages', 'MB', large.node.ownMb() - before.own, { goal: 100 });
  report.figure('… with the mapped pages of the database', 'MB', large.node.residentMb() - before.resident);
  const [first, again] = await measureStarts(chains);
  reportTimes(report, chains, 'at random heights', again, 1.1);
  reportTimes(report, chains, 'each height for the first time', first);
  for (const { node } of chains) {
    await node.stop();
    removeHome(node.home);
  }
}

/** Times of nodes that have just started, and of the same nodes once they have read each block. */
async function measureStarts(chains) {
  const [first, again] = [[], []];
  const letSleep = keepAwake([clientCore, nodeCore]);
  try {
    for (let start = 0; start < starts; start++) {
      keepOnCores(process.pid); // a node has as many threads as it finds cores when it starts
      for (const chain of chains) await restart(chain);
      keepOnCores(process.pid, clientCore);
      const unread = chains.map(({ blocks }) => shuffledHeights(blocks));
      const perRound = Math.floor(short / (rounds + 1));
      first.push(...(await measure(chains, () => unread.map((heights) => heights.splice(0, perRound)))));
      for (const chain of chains) await readEachBlock(chain);
      again.push(...(await measure(chains, () => randomHeights(chains))));
    }
  } finally {
    letSleep();
    keepOnCores(process.pid);
  }
  return [first, again];
}

/** Maps the database into the memory of the node as far as reads of it do, which takes some microseconds for each part. */
async function readEachBlock({ node, blocks }) {
  const perRequest = 100;
  for (let first = 1; first <= blocks; first += perRequest) {
    const batch = Array.from({ length: Math.min(perRequest, blocks - first + 1) }, (_, index) => {
      return { jsonrpc: '2.0', id: index, method: 'eth_getBlockByNumber', params: [tag(first + index), false] };
    });
    const responses = await sendBatch(node, batch);
    if (!responses.every(({ result }) => result?.number)) throw new Error(`no block at ${first} or soon after`);
  }
}

async function sendBatch({ url }, batch) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(batch) });
  return response.json();
}

function randomHeights(chains) {
  return chains.map(({ blocks }) =>
    Array.from({ length: readings }, () => 1 + Math.floor(Math.random() * (blocks - 1))),
  );
}

function shuffledHeights(blocks) {
  const heights = Array.from({ length: blocks }, (_, index) => index + 1);
  for (let at = heights.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [heights[at], heights[other]] = [heights[other], heights[at]];
  }
  return heights;
}

const flags = ['--consensus.block-interval', '0s'];

async function restart(chain) {
  await chain.node.stop();
  chain.node = await startQord({ home: chain.node.home, flags });
  keepOnCores(chain.node.pid, nodeCore);
}

async function startChain(blocks, transfersPerBlock) {
  const node = await startQord({ flags });
  const accounts = createAccounts(senders, 'growth');
  await fund(node.url, accounts, 10n ** 22n);
  const token = await deploy(node.url, fromHex(contract.bytecode));
  await rpc(node.url, 'evm_setAutomine', [false]);
  return { node, accounts, token, blocks, transfersPerBlock };
}

/** Makes blocks of transfers and one token transfer each, so that every block has a log. */
async function grow(chain, height) {
  const { node, accounts, transfersPerBlock } = chain;
  let hash;
  for (let at = Number(await rpc(node.url, 'eth_blockNumber')); at < height; at++) {
    const batch = Array.from({ length: transfersPerBlock }, (_, index) => {
      const account = accounts[(at * transfersPerBlock + index) % accounts.length];
      const { raw, hash: sent } = sign(account, { to: accounts[at % accounts.length].address, value: 1n });
      hash = sent;
      return { jsonrpc: '2.0', id: index, method: 'eth_sendRawTransaction', params: [raw] };
    });
    batch.push(tokenTransfer(chain, at));
    const mine = { jsonrpc: '2.0', id: transfersPerBlock, method: 'evm_mine', params: [] };
    const responses = await sendBatch(node, [...batch, mine]);
    const rejected = responses.find(({ error }) => error);
    if (rejected) throw new Error(rejected.error.message);
    if (at % 10_000 === 0 && at > 0) console.log(`  ${at} of ${height} blocks`);
  }
  await waitForReceipt(node.url, hash);
}

function tokenTransfer({ accounts, token }, at) {
  const data = new Interface(contract.abi).encodeFunctionData('transfer', [
    at === rareHeight ? rare : accounts[0].address,
    0n,
  ]);
  const { raw } = sign(accounts[at % accounts.length], { to: token, data: fromHex(data), gasLimit: 80_000n });
  return { jsonrpc: '2.0', id: 'token', method: 'eth_sendRawTransaction', params: [raw] };
}

function rareFilter({ token, blocks }) {
  const topics = [null, null, `0x${rare.slice(2).padStart(64, '0')}`];
  return { address: token, fromBlock: '0x0', toBlock: tag(blocks), topics };
}

const logsOfRare = 'eth_getLogs of the one log of an account';

const tag = (height) => `0x${height.toString(16)}`;
const requests = {
  eth_getBalance: ({ node, accounts }, height) =>
    requestBytes(node.url, 'eth_getBalance', [accounts[height % accounts.length].address, tag(height)]),
  [logsOfRare]: (chain) => requestBytes(chain.node.url, 'eth_getLogs', [rareFilter(chain)]),
  eth_getBlockByNumber: ({ node }, height) => requestBytes(node.url, 'eth_getBlockByNumber', [tag(height), false]),
};

/** Medians in milliseconds of reads at the heights of each chain, by method; one array of them for each chain. */
async function read(chains, heights) {
  const times = {};
  for (const [method, requestAt] of Object.entries(requests)) {
    times[method] = [];
    for (const [index, chain] of chains.entries()) {
      const left = [...heights[index]];
      const next = () => (left.length > 0 ? requestAt(chain, left.pop()) : undefined);
      times[method].push(median((await load(chain.node.url, { connections: 1, next })).latencies));
    }
  }
  return times;
}

/** What `read` returns, for each round of heights. */
async function measure(chains, heights) {
  const all = [];
  for (let round = 0; round <= rounds; round++) {
    const times = await read(chains, heights());
    if (round > 0) all.push(times);
  }
  return all;
}

function reportTimes(report, chains, how, all, goal) {
  for (const method of Object.keys(requests)) {
    const [small, large] = chains.map((_, at) => median(all.map((times) => times[method][at])));
    report.figure(`${method}, ${how}: ${chains[1].blocks.toLocaleString('en')} blocks`, 'ms', large);
    const relative = `… relative to the latency at ${chains[0].blocks.toLocaleString('en')} blocks`;
    report.figure(relative, '', large / small, { goal });
  }
}
