/**
 * What a node that writes has to be good at, beside anvil in the same run: transactions a second with every block of
 * qord on disk, the time of one transaction on development settings, loops at once, memory and disk afterwards.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Interface } from 'ethers';
import { fromHex } from '../../dist/primitives/hex.js';
import { compileSolidity } from '../../dist/testing/solidity.js';
import { createAccounts, deploy, fund, sign } from '../lib/accounts.mjs';
import { batchOfBalances, load, openConnection, requestBytes } from '../lib/load.mjs';
import { removeHome, startAnvil, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { median } from '../lib/statistics.mjs';
import { subscribe } from '../lib/subscriber.mjs';
import { prepareNode, rejectErrors, signAll, submitAll } from '../lib/writes.mjs';

const senders = 50;
/** Transactions of each: not counted, while the code that runs is compiled, and counted. */
const amounts = { warmUp: 300, counted: 500 };
/** of rates and latencies, which differ by a quarter from one to the next: the median is shown */
const turns = 3;
/** anvil that mines at once is several times slower, and compiled already */
const amountsAtOnce = { warmUp: 10, counted: 40 };
/** of each, in a round of full blocks */
const perSender = 300;
const perBatch = 50;
/** rounds of full blocks, the first of which is not counted */
const fullRounds = 4;
/** of a chain of blocks with one transfer each: at its beginning, and once no block adds a slot of EIP-2935 */
const firstBlocks = 600;
const steadyFrom = 8_300;
const steadyBlocks = 2_000;
const blocksPerSender = 5;
/** in the largest block */
const fullBlockGas = 1_000_000_000;

/** after a load, until its memory is measured again */
const quietSeconds = 6;

const durable = { flags: ['--storage.durable', 'true', '--json-rpc.txfee-cap', '0'] };
const eachSecond = { flags: ['--block-time', '1'], gasLimit: fullBlockGas };
const goals = { transfer: 7_500, 'ERC-20': 7_000 };

/** `only`: one of the parts, such as `disk`. */
export async function run(report, { only } = {}) {
  const parts = {
    transfers: () => compareKind(report, 'transfer'),
    tokens: () => compareKind(report, 'ERC-20'),
    latencies: () => compareLatencies(report),
    calls: () => compareCalls(report),
    disk: () => measureDisk(report),
  };
  if (only !== undefined && !Object.hasOwn(parts, only)) throw new Error(`parts: ${Object.keys(parts).join(', ')}`);
  for (const part of only === undefined ? Object.keys(parts) : [only]) await parts[part]();
}

async function compareKind(report, kind) {
  for (const perRequest of [1, perBatch]) await compareRates(report, kind, perRequest);
}

/** qord makes blocks as it does by default; anvil once after every transaction and once every second. */
async function compareRates(report, kind, perRequest) {
  const what = `${kind}${kind === 'transfer' ? 's' : ''}, ${perRequest === 1 ? 'one a request' : `batches of ${perRequest}`}`;
  const atOnce = await rateOf(await startAnvil(), kind, perRequest, amountsAtOnce);
  const [ours, theirs] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    ours.push(await rateOf(await startQord(durable), kind, perRequest, amounts));
    theirs.push(await rateOf(await startAnvil(eachSecond), kind, perRequest, amounts));
  }
  const [qord, perSecond] = [ours, theirs].map(medianRate);
  report.compare(`${what}; anvil mines at once`, 'tx/s', qord.rate, atOnce.rate, { goal: 1.2 });
  report.compare(`${what}; anvil mines each second`, 'tx/s', qord.rate, perSecond.rate, { goal: 1.2 });
  const goal = perRequest === 1 ? goals[kind] : undefined;
  report.figure('… every block on disk', 'tx/s', qord.rate, { better: 'high', goal });
  report.figure('… CPU time of the node', 'µs', qord.cpu);
  report.figure('… memory with the last receipt', 'MB', qord.memory.atOnce);
  report.figure(`… memory ${quietSeconds} s later`, 'MB', qord.memory.whenQuiet, { goal: 150 });
  report.figure('… disk', 'bytes each', qord.disk);
}

/** The one of the turns with the median rate. */
function medianRate(rates) {
  return rates.sort((left, right) => left.rate - right.rate)[Math.floor(rates.length / 2)];
}

async function rateOf(node, kind, perRequest, { warmUp, counted }) {
  const token = await prepareNode(node, createAccounts(senders));
  const { queues } = signAll(kind, token, warmUp + counted, senders);
  const total = senders * counted;
  await submitAll(
    node,
    queues.map((queue) => queue.splice(0, warmUp)),
    perRequest,
  );
  const [cpuBefore, diskBefore] = [node.cpuMicroseconds(), diskOf(node)];
  const rate = await submitAll(node, queues, perRequest);
  const cpu = (node.cpuMicroseconds() - cpuBefore) / total;
  const disk = (diskOf(node) - diskBefore) / total;
  const memory = node.home === undefined ? undefined : await memoryOf(node);
  await end(node);
  return { rate, cpu, disk, memory };
}

/** Megabytes resident, with the files it has mapped: now, and when it has collected its garbage. */
async function memoryOf(node) {
  const atOnce = node.residentMb();
  await sleep(quietSeconds * 1000);
  return { atOnce, whenQuiet: node.residentMb() };
}

/** Bytes of the database, 0 for anvil. */
function diskOf({ home }) {
  return home === undefined ? 0 : statSync(join(home, 'data', 'data.mdb')).blocks * 512;
}

async function end(node) {
  await node.stop();
  if (node.home) removeHome(node.home);
}

/** One transaction at a time: until its receipt exists, and until a subscriber hears of its block or its log. */
async function compareLatencies(report) {
  const rows = [
    ['one transfer, send to receipt, p50', untilReceipt],
    ['newHeads to one subscriber, from the sending, p50', (...each) => untilHeard(['newHeads'], ...each)],
    [
      'a log to one subscriber, from the sending, p50',
      (node, count) => untilHeard(['logs', { address: node.token }], node, count),
    ],
  ].map(([what, measure]) => ({ what, measure, early: [], late: [], theirs: [] }));
  for (let turn = 0; turn < turns; turn++) await measureLatencies(rows);
  for (const { what, early, late, theirs } of rows) {
    report.compare(what, 'ms', median(early), median(theirs), { better: 'low' });
    report.figure(`… after ${rounds.more.toLocaleString('en')} more`, 'ms', median(late), { goal: 1.5 });
  }
}

/** Adds the medians of one turn on new nodes to each row. */
async function measureLatencies(rows) {
  const nodes = [await startQord(), await startAnvil()];
  const prepared = [];
  for (const node of nodes) {
    const [account] = createAccounts(1);
    prepared.push({ node, account, token: await prepareNode(node, [account]) });
  }
  for (const { measure, early, late, theirs } of rows) {
    const ours = await measure(prepared[0], rounds.warmUp + rounds.more + rounds.counted);
    early.push(median(ours.slice(rounds.warmUp, rounds.warmUp + rounds.counted)));
    late.push(median(ours.slice(-rounds.counted)));
    theirs.push(median((await measure(prepared[1], rounds.warmUp + rounds.counted)).slice(rounds.warmUp)));
  }
  for (const node of nodes) await end(node);
}

/**
 * Of single transactions: not counted, counted against anvil, and how many more of ours come before those that are
 * compared with the goal. Most code runs once in a round, and V8 compiles it until the 3,000th or so, on both cores.
 */
const rounds = { warmUp: 1_000, counted: 300, more: 3_000 };

/** Milliseconds of each of `count` rounds; the receipt is asked for again and again on the same connection. */
async function untilReceipt({ node, account }, count) {
  const times = [];
  let started = 0;
  let receiptRequest;
  const next = () => {
    if (receiptRequest !== undefined) return receiptRequest;
    if (times.length === count) return undefined;
    const { raw, hash } = sign(account, { to: account.address, value: 1n });
    receiptRequest = requestBytes(node.url, 'eth_getTransactionReceipt', [hash]);
    const request = requestBytes(node.url, 'eth_sendRawTransaction', [raw]);
    started = performance.now();
    return request;
  };
  const onBody = (body) => {
    rejectErrors(body);
    if (!body.includes('"blockHash"')) return;
    times.push(performance.now() - started);
    receiptRequest = undefined;
  };
  await load(node.url, { connections: 1, next, onBody });
  return times;
}

/** The same until the first bytes of the message arrive; all are sent over one connection. */
async function untilHeard(params, { node, account, token }, count) {
  const socket = await subscribe(node.wsUrl ?? node.url.replace('http', 'ws'), params);
  const data = fromHex(`0xa9059cbb${account.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`);
  const requests = Array.from({ length: count }, () =>
    requestBytes(node.url, 'eth_sendRawTransaction', [sign(account, { to: token, data, gasLimit: 80_000n }).raw]),
  );
  const connection = await openConnection(node.url);
  const times = [];
  for (const request of requests) {
    const heard = socket.nextMessage();
    const started = performance.now();
    const sent = connection.request(request);
    await heard;
    times.push(performance.now() - started);
    rejectErrors(await sent);
  }
  connection.close();
  socket.socket.destroy();
  return times;
}

/** Calls one and two at a time, batches of reads, and the memory after them. */
async function compareCalls(report) {
  const flags = ['--json-rpc.gas-cap', '0', '--json-rpc.txfee-cap', '0', '--consensus.block-interval', '0s'];
  const nodes = [await startQord({ flags }), await startAnvil({ flags: ['--memory-limit', '4294967296'] })];
  const { abi, bytecode } = compileSolidity(
    'Loops',
    readFileSync(new URL('../contracts/Loops.sol', import.meta.url), 'utf8'),
  );
  const contracts = [];
  for (const { url } of nodes) contracts.push(await deploy(url, fromHex(bytecode)));
  const loops = [
    ['keccak loop', ['hashesInAssembly', 100_000]],
    ['mulmod loop', ['mulMod', 800_000]],
    ['division loop', ['mulDiv', 250_000]],
  ];
  for (const [name, [method, count]] of loops) {
    const data = new Interface(abi).encodeFunctionData(method, [count]);
    for (const atATime of [1, 2]) {
      const [ours, theirs] = await alternate(nodes, (node, index) =>
        timeOfCalls(node, contracts[index], data, atATime),
      );
      const what = `${name} by eth_call, ${atATime === 1 ? 'one' : 'two'} at a time`;
      report.compare(what, 'calls/s', (1000 * atATime) / ours, (1000 * atATime) / theirs, { goal: 1 });
    }
  }
  const [ours, theirs] = await alternate(nodes, (node) => timeOfBatches(node));
  report.compare('batches of 100 eth_getBalance', 'reads/s', 1 / ours, 1 / theirs, { goal: 1 });
  for (const [method, params] of [
    ['eth_blockNumber', []],
    ['eth_getBalance', [`0x${'11'.repeat(20)}`, 'latest']],
  ]) {
    const request = requestBytes(nodes[0].url, method, params);
    await load(nodes[0].url, { seconds: 2, next: () => request });
  }
  const { atOnce, whenQuiet } = await memoryOf(nodes[0]);
  report.figure('memory with the last read', 'MB', atOnce);
  report.figure(`memory ${quietSeconds} s later`, 'MB', whenQuiet, { goal: 100 });
  for (const node of nodes) await end(node);
}

/** of loops and batches, the first of which is not counted; fewer leave a ratio to a moment of other load */
const callTurns = 10;

/** The medians of both nodes, measured in turns. */
async function alternate(nodes, measure) {
  const times = nodes.map(() => []);
  for (let turn = 0; turn < callTurns; turn++) {
    for (const [index, node] of nodes.entries()) {
      const time = await measure(node, index);
      if (turn > 0) times[index].push(time);
    }
  }
  return times.map(median);
}

let calls = 0;

/** Milliseconds until all of them have their response; each has another caller, so that none is cached. */
async function timeOfCalls({ url }, to, data, atATime) {
  const started = performance.now();
  const one = () =>
    rpc(url, 'eth_call', [
      { from: `0x${(++calls).toString(16).padStart(40, '0')}`, to, data, gas: '0x5f00000' },
      'latest',
    ]);
  await Promise.all(Array.from({ length: atATime }, one));
  return performance.now() - started;
}

/** Seconds for each read. */
async function timeOfBatches({ url }) {
  const request = batchOfBalances(url, `0x${'22'.repeat(20)}`);
  const { perSecond } = await load(url, { connections: 32, seconds: 1, next: () => request });
  return 1 / (perSecond * 100);
}

/**
 * Blocks of one transfer, each with the next sender: one that sends more than ten a minute is flagged, in records of
 * its own.
 */
async function measureDisk(report) {
  const node = await startQord();
  const accounts = createAccounts((steadyFrom + steadyBlocks) / blocksPerSender);
  await prepareNode(node, accounts.slice(0, firstBlocks / blocksPerSender));
  const disk = async (blocks) => {
    const before = diskOf(node);
    const used = accounts.slice(0, Math.ceil(blocks / blocksPerSender));
    for (let block = 0; block < blocks; block++) await makeSingleBlock(node, used, block);
    return (diskOf(node) - before) / blocks;
  };
  const first = await disk(firstBlocks);
  await fund(node.url, accounts.slice(firstBlocks / blocksPerSender), 10n ** 18n);
  await disk(steadyFrom - firstBlocks - accounts.length);
  report.figure('disk of a block of one transfer', 'bytes', await disk(steadyBlocks), { goal: 3_000 });
  report.figure(`… of the first ${firstBlocks} blocks`, 'bytes', first);
  await end(node);
  await measureFullBlocks(report);
}

async function makeSingleBlock(node, accounts, block) {
  const to = accounts[(block + 1) % accounts.length].address;
  const { raw } = sign(accounts[block % accounts.length], { to, value: 1n });
  await rpc(node.url, 'eth_sendRawTransactionSync', [raw]);
}

/** Blocks that hold as many transfers as they can. The pages that the first round frees are used by the next ones. */
async function measureFullBlocks(report) {
  const node = await startQord();
  const token = await prepareNode(node, createAccounts(senders));
  await rpc(node.url, 'evm_setAutomine', [false]);
  const { queues } = signAll('transfer', token, perSender * fullRounds, senders);
  const perRound = perSender * senders;
  const raws = Array.from({ length: perSender * fullRounds }, (_, nonce) => queues.map((queue) => queue[nonce].raw));
  let before;
  let blocks = 0;
  for (let round = 0; round < fullRounds; round++) {
    for (const raw of raws.slice(round * perSender, (round + 1) * perSender).flat()) {
      await rpc(node.url, 'eth_sendRawTransaction', [raw]);
    }
    for (; Number((await rpc(node.url, 'txpool_status')).pending) > 0; blocks++) await rpc(node.url, 'evm_mine');
    if (round > 0) continue;
    before = diskOf(node);
    blocks = 0;
  }
  const counted = perRound * (fullRounds - 1);
  const perBlock = Math.round(counted / blocks).toLocaleString('en');
  const each = (diskOf(node) - before) / counted;
  report.figure(`disk of a transfer in blocks of ${perBlock}`, 'bytes', each, { goal: 350 });
  await end(node);
}
