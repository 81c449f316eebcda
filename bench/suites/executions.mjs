/** Executions in threads: heavy calls in parallel, what a thread adds to a call, and how long others wait meanwhile. */
import { toHex } from '../../dist/primitives/hex.js';
import { assemble } from '../../dist/testing/evm/assemble.js';
import { removeHome, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { quantile } from '../lib/statistics.mjs';

export const hasPeer = false;

const rounds = 15;
const seconds = 4;
const gas = '0xffffffff';
const accountOf = (number) => `0x${number.toString(16).padStart(40, 'c')}`;
/** Counts down from a number of three bytes, at 26 gas a round. */
const countdown = (count) =>
  assemble(count, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI', 0x2a, 0, 'MSTORE', 32, 0, 'RETURN');
const medium = { to: accountOf(1), rounds: 600_000 };
const heavy = { to: accountOf(2), rounds: 6_000_000 };
const endless = accountOf(3);
const recursive = accountOf(4);
const recursion = assemble('JUMPDEST', 0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP', 0, 'JUMP');
let caller = 0;

export async function run(report) {
  const node = await startQord({
    flags: [
      ...['--consensus.block-interval', '0s', '--json-rpc.gas-cap', '0', '--json-rpc.evm-timeout', '5s'],
      ...['--json-rpc.api', 'eth,debug', '--http.max-connections-per-client', '1000'],
    ],
  });
  for (const { to, rounds: count } of [medium, heavy]) await setCode(node.url, to, countdown(count));
  await setCode(node.url, endless, assemble('JUMPDEST', 0, 'JUMP'));
  await setCode(node.url, recursive, recursion);
  await compareHeavyCalls(report, node.url);
  await waitBeside(report, node.url, '200 endless calls', 200, () => ['eth_call', [{ to: endless, gas }, 'latest']]);
  await waitBeside(report, node.url, '50 endless estimates', 50, () => ['eth_estimateGas', [{ to: endless, gas }]]);
  await waitBeside(report, node.url, '20 deep traces', 20, () => [
    'debug_traceCall',
    [{ to: recursive, gas: '0x17d7840' }, 'latest', { tracer: 'callTracer' }],
  ]);
  await node.stop();
  removeHome(node.home);
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
  await Promise.all([call(url, heavy), call(url, heavy)]); // threads start
  const one = await shortest(() => call(url, heavy));
  const two = await shortest(() => Promise.all([call(url, heavy), call(url, heavy)]));
  report.figure('two heavy calls in parallel, relative to one', '×', (2 * one) / two, { better: 'high', goal: 1.7 });
  const short = await shortest(() => call(url, medium));
  const perRound = (one - short) / (heavy.rounds - medium.rounds);
  report.figure(`a call of ${(medium.rounds * 26) / 1e6} Mgas`, 'ms', short);
  report.figure('… of that, overhead of the thread', 'ms', short - perRound * medium.rounds, { goal: 2 });
}

/** How long eth_blockNumber takes while so many requests are repeated. */
async function waitBeside(report, url, what, lanes, request) {
  const leave = new AbortController();
  const lane = async () => {
    while (!leave.signal.aborted) await rpc(url, ...request(), leave.signal).catch(() => {});
  };
  const attack = Promise.all(Array.from({ length: lanes }, lane));
  const times = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    await rpc(url, 'eth_blockNumber');
    times.push(performance.now() - started);
  }
  report.figure(`eth_blockNumber during ${what}, p99`, 'ms', quantile(times, 0.99), { goal: 30 });
  report.figure(`eth_blockNumber during ${what}, longest`, 'ms', Math.max(...times), { goal: 150 });
  leave.abort();
  await attack;
}
