/**
 * Loops of contracts/Loops.sol: the engine in this process against anvil's eth_call without the time of an empty call,
 * in turns. Results must be equal. The first call, deep recursion and memory are measured on the engine alone.
 */
import { readFileSync } from 'node:fs';
import { Interface } from 'ethers';
import { compileSolidity } from '../../dist/testing/solidity.js';
import { caller, createHarness, gas } from '../lib/engine-harness.mjs';
import { startAnvil } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { geometricMean, median } from '../lib/statistics.mjs';

const rounds = 9;
const contract = `0x${'b1'.repeat(20)}`;
const other = `0x${'b2'.repeat(20)}`;

const loops = [
  ['unchecked_', 300_000],
  ['checked_', 200_000],
  ['count', 1_000_000],
  ['mulDiv', 100_000],
  ['mulMod', 200_000],
  ['power', 100_000],
  ['hashes', 100_000],
  ['hashesInAssembly', 100_000],
  ['sort', 400],
  ['fill', 200],
  ['loadSlots', 100_000],
  ['loadMapping', 50_000],
  ['storeSlots', 50_000],
  ['nested', 20_000],
  ['nestedFresh', 20_000, other],
  ['fibonacci', 22],
];

export async function run(report) {
  const source = readFileSync(new URL('../contracts/Loops.sol', import.meta.url), 'utf8');
  const { abi, runtimeCode } = compileSolidity('Loops', source);
  const encode = (name, ...args) => new Interface(abi).encodeFunctionData(name, args);
  const code = Buffer.from(runtimeCode.slice(2), 'hex');
  await compareLoops(report, code, encode);
  measureFirstCall(report);
  measureDepth(report, code, encode);
  measureCodeMemory(report);
}

async function compareLoops(report, code, encode) {
  const anvil = await startAnvil({ gasLimit: gas, flags: ['--memory-limit', '4294967296'] });
  for (const address of [contract, other])
    await rpc(anvil.url, 'anvil_setCode', [address, `0x${code.toString('hex')}`]);
  const request = (data) => [{ from: caller, to: contract, data, gas: `0x${gas.toString(16)}` }, 'latest'];
  const callAnvil = async (data) => {
    const started = performance.now();
    const output = await rpc(anvil.url, 'eth_call', request(data));
    return { output, ms: performance.now() - started };
  };
  const ratios = [];
  const empty = await fastest(() => callAnvil(encode('echo', 0)));
  for (const [name, ...args] of loops) {
    const data = encode(name, ...args);
    const harness = createHarness();
    for (const address of [contract, other]) harness.put(address, code);
    const bytes = Buffer.from(data.slice(2), 'hex');
    const ours = [];
    const theirs = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(harness.call(contract, bytes));
      theirs.push(await callAnvil(data));
    }
    if (ours[0].output !== theirs[0].output)
      throw new Error(`${name}: ${ours[0].output}, but anvil ${theirs[0].output}`);
    const speed = (ms) => Number(ours[0].gasUsed) / ms / 1000;
    const [mine, peer] = [ours, theirs].map((calls) => Math.min(...calls.map(({ ms }) => ms)));
    ratios.push(report.compare(name, 'Mgas/s', speed(mine), speed(peer - empty), { goal: 0.85 }));
  }
  report.figure('geometric mean of the ratios', '', geometricMean(ratios), { better: 'high', goal: 1.6 });
  await anvil.stop();
}

async function fastest(call) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) best = Math.min(best, (await call()).ms);
  return best;
}

/** A contract of the largest size, different every time: pushes, arithmetic and jump destinations, then STOP. */
function largeContract(seed) {
  const code = Buffer.alloc(24_576, Buffer.from('5b60016002019063ffffffff165050', 'hex'));
  code.writeUInt32BE(seed, code.length - 4);
  code.set(Buffer.from('63', 'hex'), code.length - 5);
  code[0] = 0;
  return code;
}

function measureFirstCall(report) {
  const harness = createHarness();
  harness.put(contract, largeContract(0));
  harness.call(contract, Buffer.alloc(0));
  const times = [];
  for (let seed = 1; seed <= 50; seed++) {
    harness.put(contract, largeContract(seed));
    times.push(harness.call(contract, Buffer.alloc(0)).ms);
  }
  report.figure('first call of a contract of 24 KB', 'ms', median(times), { goal: 2 });
}

function measureDepth(report, code, encode) {
  const harness = createHarness();
  harness.put(contract, code);
  const data = Buffer.from(encode('deep', 1023).slice(2), 'hex');
  const times = Array.from({ length: rounds }, () => harness.call(contract, data).ms);
  report.figure('1,024 nested calls', 'ms', Math.min(...times), { goal: 5 });
}

function measureCodeMemory(report) {
  const harness = createHarness();
  const contracts = 100;
  harness.put(contract, largeContract(0));
  harness.call(contract, Buffer.alloc(0));
  const before = process.memoryUsage.rss();
  for (let seed = 1; seed <= contracts; seed++) {
    harness.put(contract, largeContract(seed));
    harness.call(contract, Buffer.alloc(0));
  }
  const perContract = (process.memoryUsage.rss() - before) / contracts / 1024 / 1024;
  report.figure('memory per cached contract of 24 KB', 'MB', perContract, { goal: 0.4 });
}
