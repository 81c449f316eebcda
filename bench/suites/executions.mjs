/**
 * Executions in threads: heavy calls in parallel, what a thread adds to a call, its memory, and what others notice of
 * endless executions: small reads, blocks at intervals, transfers.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { WebSocket } from 'ws';
import { toHex } from '../../dist/primitives/hex.js';
import { assemble } from '../../dist/testing/evm/assemble.js';
import { createAccounts, fund, sign, waitForReceipt } from '../lib/accounts.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { removeHome, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { quantile } from '../lib/statistics.mjs';

export const hasPeer = false;

const rounds = 15;
/** Of observation during each attack. */
const seconds = 7;
/** Milliseconds. */
const blockIntervalMs = 1_000;
const gas = '0xffffffff';
const accountOf = (number) => `0x${number.toString(16).padStart(40, 'c')}`;
/** Counts down from a number of three bytes, at 26 gas a round. */
const countdown = (count) =>
  assemble(count, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI', 0x2a, 0, 'MSTORE', 32, 0, 'RETURN');
const brief = { to: accountOf(5), rounds: 70_000 };
const medium = { to: accountOf(1), rounds: 600_000 };
const heavy = { to: accountOf(2), rounds: 6_000_000 };
const endless = accountOf(3);
const recursive = accountOf(4);
const recursion = assemble('JUMPDEST', 0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP', 0, 'JUMP');
const attacks = [
  ['200 endless calls', 200, 'eth_call', [{ to: endless, gas }, 'latest']],
  ['50 endless estimates', 50, 'eth_estimateGas', [{ to: endless, gas }]],
  ['20 deep traces', 20, 'debug_traceCall', [{ to: recursive, gas: '0x17d7840' }, 'latest', { tracer: 'callTracer' }]],
];
const senders = 50;
const perSender = 120;
let caller = 0;

export async function run(report) {
  const node = await startQord({
    flags: [
      ...['--consensus.block-interval', '1s', '--json-rpc.gas-cap', '0', '--json-rpc.evm-timeout', '5s'],
      ...['--json-rpc.api', 'eth,debug', '--http.max-connections-per-client', '1000'],
    ],
  });
  for (const { to, rounds: count } of [brief, medium, heavy]) await setCode(node.url, to, countdown(count));
  await setCode(node.url, endless, assemble('JUMPDEST', 0, 'JUMP'));
  await setCode(node.url, recursive, recursion);
  await measureMemory(report, node);
  await compareHeavyCalls(report, node.url);
  const accounts = createAccounts(senders);
  await fund(node.url, accounts);
  await transfers(node.url, accounts); // functions are compiled
  const alone = await transfers(node.url, accounts);
  for (const [what, connections, method, params] of attacks) {
    const attack = await startAttack({ url: node.url, method, params, connections });
    await waitBeside(report, node, what);
    const rate = await transfers(node.url, accounts);
    report.figure(`transfers during ${what}, relative to none`, '×', rate / alone, { better: 'high', goal: 0.6 });
    await attack.terminate();
    await wait(1_000); // the last executions end
  }
  await node.stop();
  removeHome(node.home);
}

async function startAttack(workerData) {
  const attack = new Worker(new URL('../lib/attack-thread.mjs', import.meta.url), { workerData });
  await once(attack, 'message');
  await wait(500); // threads start
  return attack;
}

const setCode = (url, to, code) => rpc(url, 'anvil_setCode', [to, toHex(code)]);

/** Each call has another caller: a cached response would not be executed. */
const call = (url, { to }) => rpc(url, 'eth_call', [{ to, from: accountOf(++caller), gas }, 'latest']);

/** The shortest of several times, in milliseconds. */
async function shortest(work) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

async function compareHeavyCalls(report, url) {
  for (let round = 0; round < 50; round++) await call(url, brief); // the interpreter is compiled
  const started = performance.now();
  await call(url, medium);
  const alone = performance.now() - started; // no thread runs, after the quiet time
  await Promise.all([call(url, heavy), call(url, heavy)]); // threads start
  const one = await shortest(() => call(url, heavy));
  const two = await shortest(() => Promise.all([call(url, heavy), call(url, heavy)]));
  report.figure('two heavy calls in parallel, relative to one', '×', (2 * one) / two, { better: 'high', goal: 1.7 });
  const short = await shortest(() => call(url, medium));
  const perRound = (one - short) / (heavy.rounds - medium.rounds);
  const overhead = (time) => time - perRound * medium.rounds;
  report.figure(`a call of ${(medium.rounds * 26) / 1e6} Mgas`, 'ms', short);
  report.figure('… of that, overhead of the thread and of the request', 'ms', overhead(short), { goal: 1 });
  report.figure('… the same while no thread runs', 'ms', overhead(alone), { goal: 1 });
}

/** What an idle thread adds to the memory of the node, and what is left of it after the quiet time. */
async function measureMemory(report, node) {
  await wait(3_000);
  const before = node.ownMb();
  await call(node.url, heavy);
  await wait(3_000);
  report.figure('memory of an idle thread', 'MB', node.ownMb() - before, { goal: 35 });
  await wait(4_000);
  report.figure('… after the quiet time, when it has ended', 'MB', node.ownMb() - before);
}

/** How long eth_blockNumber takes meanwhile, and how far apart blocks are. */
async function waitBeside(report, { url, wsUrl }, what) {
  const socket = new WebSocket(wsUrl);
  await once(socket, 'open');
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }));
  const heads = [];
  socket.on('message', (data) => data.includes('eth_subscription') && heads.push(performance.now()));
  const times = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    await rpc(url, 'eth_blockNumber');
    times.push(performance.now() - started);
  }
  socket.close();
  report.figure(`eth_blockNumber during ${what}, p99`, 'ms', quantile(times, 0.99), { goal: 30 });
  report.figure(`eth_blockNumber during ${what}, longest`, 'ms', Math.max(...times), { goal: 150 });
  const late = heads.slice(1).map((at, index) => Math.abs(at - heads[index] - blockIntervalMs));
  report.figure(`blocks during ${what}, farthest from their interval`, 'ms', Math.max(...late), { goal: 100 });
}

/** Transfers a second, one a request, until every receipt exists. */
async function transfers(url, accounts) {
  const queues = accounts.map((account) =>
    Array.from({ length: perSender }, () => sign(account, { to: accounts[0].address, value: 1n })),
  );
  const last = queues.map((queue) => queue[queue.length - 1].hash);
  const requests = queues.map((queue) => queue.map(({ raw }) => requestBytes(url, 'eth_sendRawTransaction', [raw])));
  const started = performance.now();
  await load(url, { connections: senders, next: (index) => requests[index].shift() });
  for (const hash of last) await waitForReceipt(url, hash);
  return (senders * perSender * 1000) / (performance.now() - started);
}
