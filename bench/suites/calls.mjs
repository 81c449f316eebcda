/** eth_call over HTTP: Solidity loops one after the other, and balanceOf of a token at 32 connections. */
import { readFileSync } from 'node:fs';
import { Interface } from 'ethers';
import { fromHex } from '../../dist/primitives/hex.js';
import { compileContract, compileSolidity } from '../../dist/testing/solidity.js';
import { deploy } from '../lib/accounts.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { removeHome, startAnvil, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { geometricMean, median } from '../lib/statistics.mjs';

const rounds = 7;
const seconds = 3;
const holder = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const counterDigits = 8;
let counter = 0;
/** below the block gas limit of both */
const gas = '0x5f00000';

/** Each takes 20 to 95 Mgas. */
const loops = [
  ['unchecked_', 1_000_000],
  ['checked_', 180_000],
  ['count', 1_500_000],
  ['mulDiv', 250_000],
  ['mulMod', 800_000],
  ['power', 600_000],
  ['hashes', 45_000],
  ['hashesInAssembly', 100_000],
  ['sort', 500],
  ['fill', 500],
  ['loadSlots', 350_000],
  ['loadMapping', 300_000],
  ['storeSlots', 150_000],
  ['nested', 80_000],
];
/** Also measured two at a time. */
const inParallel = ['mulDiv', 'mulMod', 'hashes', 'hashesInAssembly', 'sort'];

export async function run(report) {
  const qord = await startQord({
    flags: ['--consensus.block-interval', '0s', '--json-rpc.gas-cap', '0', '--json-rpc.txfee-cap', '0'],
  });
  const anvil = await startAnvil({ flags: ['--memory-limit', '4294967296'] });
  const source = readFileSync(new URL('../contracts/Loops.sol', import.meta.url), 'utf8');
  const compiled = compileSolidity('Loops', source);
  const encode = (name, ...args) => new Interface(compiled.abi).encodeFunctionData(name, args);
  const nodes = [];
  for (const node of [qord, anvil]) nodes.push({ ...node, to: await deploy(node.url, fromHex(compiled.bytecode)) });
  await compareLoops(report, nodes, encode);
  await compareBalanceOf(report, [qord, anvil]);
  await Promise.all([qord.stop(), anvil.stop()]);
  removeHome(qord.home);
}

async function compareLoops(report, nodes, encode) {
  const ratios = [];
  for (const [name, ...args] of loops) {
    const { ours, theirs } = await shortestOf(nodes, encode(name, ...args), 1);
    ratios.push(
      report.compare(`${name}(${args.join()}) by eth_call`, 'ms', ours, theirs, { better: 'low', goal: 0.85 }),
    );
  }
  report.figure('geometric mean of the ratios', '', geometricMean(ratios), { better: 'high', goal: 1.7 });
  for (const [name, ...args] of loops.filter(([name]) => inParallel.includes(name))) {
    const { ours, theirs } = await shortestOf(nodes, encode(name, ...args), 2);
    report.compare(`${name}(${args.join()}), two at a time`, 'ms', ours, theirs, { better: 'low', goal: 1 });
  }
}

/** The shortest time of so many calls at once, in milliseconds. */
async function shortestOf(nodes, data, atOnce) {
  const call = ({ url, to }) => {
    // each call has another caller: a cached response would not be executed
    const from = `0x${(++counter).toString(16).padStart(40, '0')}`;
    return rpc(url, 'eth_call', [{ from, to, data, gas }, 'latest']);
  };
  const times = new Map(nodes.map(({ name }) => [name, []]));
  const outputs = new Set();
  for (let round = 0; round <= rounds; round++) {
    for (const node of nodes) {
      const started = performance.now();
      for (const output of await Promise.all(Array.from({ length: atOnce }, () => call(node)))) outputs.add(output);
      if (round > 0) times.get(node.name).push(performance.now() - started);
    }
  }
  if (outputs.size !== 1) throw new Error('the nodes return different results');
  const [ours, theirs] = ['qord', 'anvil'].map((name) => Math.min(...times.get(name)));
  return { ours, theirs };
}

/** The same call repeatedly, as many pages make it, and calls that were never made before. */
async function compareBalanceOf(report, nodes) {
  const token = compileContract('Token');
  const encode = (account) => new Interface(token.abi).encodeFunctionData('balanceOf', [account]);
  const stages = [];
  for (const node of nodes) stages.push({ node, to: await deploy(node.url, fromHex(token.bytecode)) });
  const request = ({ node, to }, data) => requestBytes(node.url, 'eth_call', [{ to, data }, 'latest']);
  const compare = async (what, goal, nextOf) => {
    const rates = { qord: [], anvil: [] };
    for (let round = 0; round <= 4; round++) {
      for (const harness of stages) {
        const { perSecond } = await load(harness.node.url, {
          seconds: round === 0 ? 1 : seconds,
          next: nextOf(harness),
        });
        if (round > 0) rates[harness.node.name].push(perSecond);
      }
    }
    report.compare(what, 'req/s', median(rates.qord), median(rates.anvil), { goal });
  };
  await compare('balanceOf by eth_call at 32 connections, of ever another account', 0.9, (harness) => {
    const bytes = request(harness, encode(holder));
    const digits = bytes.indexOf(holder.slice(2)) + holder.length - 2 - counterDigits;
    return () => {
      bytes.write((counter++).toString(16).padStart(counterDigits, '0'), digits);
      return Buffer.from(bytes);
    };
  });
  await compare('balanceOf by eth_call at 32 connections, of the same account', 0.9, (harness) => {
    const bytes = request(harness, encode(holder));
    return () => bytes;
  });
}
