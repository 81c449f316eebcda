/**
 * The heavier reads of the EVM interface on a chain of 1,000 blocks with logs, compared with anvil with the same
 * blocks.
 */
import { Interface } from 'ethers';
import { fromHex } from '../../dist/primitives/hex.js';
import { compileContract } from '../../dist/testing/solidity.js';
import { createAccounts, deploy, fund, sign, waitForReceipt } from '../lib/accounts.mjs';
import { batchOfBalances, load, requestBytes } from '../lib/load.mjs';
import { removeHome, startAnvil, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { median } from '../lib/statistics.mjs';

const blocks = 1_000;
const logsPerBlock = 10;
const seconds = 2;
const hex = (value) => `0x${value.toString(16)}`;

export async function run(report) {
  const qord = await startQord({ flags: ['--consensus.block-interval', '0s', '--json-rpc.txfee-cap', '0'] });
  const anvil = await startAnvil();
  const prepared = [];
  for (const node of [qord, anvil]) prepared.push(await fill(node));
  const compare = async (what, requestOf, goal, connections = 32) => {
    const rates = { qord: [], anvil: [] };
    for (let round = 0; round <= 3; round++) {
      for (const harness of prepared) {
        const request = requestOf(harness);
        const { perSecond } = await load(harness.node.url, {
          connections,
          seconds: round === 0 ? 0.5 : seconds,
          next: () => request,
          onStart: rejectErrors,
        });
        if (round > 0) rates[harness.node.name].push(perSecond);
      }
    }
    report.compare(what, 'req/s', median(rates.qord), median(rates.anvil), { goal });
  };
  const ask = (harness, method, params) => requestBytes(harness.node.url, method, params);
  await compare(
    'eth_getBlockByNumber, 100 full transactions',
    (harness) => ask(harness, 'eth_getBlockByNumber', [harness.fullBlock, true]),
    20,
    8,
  );
  await compare(
    'eth_getTransactionReceipt',
    (harness) => ask(harness, 'eth_getTransactionReceipt', [harness.hash]),
    0.8,
  );
  await compare(
    'eth_feeHistory of 100 blocks',
    (harness) => ask(harness, 'eth_feeHistory', ['0x64', 'latest', [50]]),
    0.8,
  );
  const all = (harness) => ({ address: harness.token, fromBlock: harness.first, toBlock: harness.last });
  await compare(
    'eth_getLogs, 1,000 blocks, 10,000 matches',
    (harness) => ask(harness, 'eth_getLogs', [all(harness)]),
    2,
    4,
  );
  const selective = (harness) => ({
    ...all(harness),
    topics: [null, null, `0x${'0'.repeat(24)}${harness.rare.slice(2)}`],
  });
  await compare(
    'eth_getLogs, 1,000 blocks, one match',
    (harness) => ask(harness, 'eth_getLogs', [selective(harness)]),
    3,
  );
  await compare('batch of 100 eth_getBalance', ({ node, holder }) => batchOfBalances(node.url, holder), 1);
  report.figure('memory after the reads', 'MB', qord.residentMb(), { goal: 250 });
  await Promise.all([qord.stop(), anvil.stop()]);
  removeHome(qord.home);
}

/** 1,000 blocks of ten token transfers each, then one of 100 plain transfers. */
async function fill(node) {
  const contract = compileContract('Token');
  const { abi } = contract;
  const encode = (name, args) => new Interface(abi).encodeFunctionData(name, args);
  const token = await deploy(node.url, fromHex(contract.bytecode));
  const accounts = createAccounts(logsPerBlock, `queries ${node.name}`);
  await fund(node.url, accounts);
  const setMining = (on) => rpc(node.url, 'evm_setAutomine', [on]);
  await setMining(false);
  const first = Number(await rpc(node.url, 'eth_blockNumber')) + 1;
  const rare = `0x${'ab'.repeat(20)}`;
  for (let block = 0; block < blocks; block++) {
    for (const [index, account] of accounts.entries()) {
      const to = block === blocks / 2 && index === 0 ? rare : accounts[0].address;
      const data = fromHex(encode('transfer', [to, 0n]));
      const { raw } = sign(account, { to: token, data, gasLimit: 80_000n });
      await rpc(node.url, 'eth_sendRawTransaction', [raw]);
    }
    await rpc(node.url, 'evm_mine', []);
  }
  const last = hex(first + blocks - 1);
  let hash;
  for (let index = 0; index < 100; index++) {
    const { raw, hash: sent } = sign(accounts[index % accounts.length], { to: rare, value: 1n });
    await rpc(node.url, 'eth_sendRawTransaction', [raw]);
    hash = sent;
  }
  await rpc(node.url, 'evm_mine', []);
  await setMining(true);
  const { blockNumber } = await waitForReceipt(node.url, hash);
  return { node, token, first: hex(first), last, rare, hash, fullBlock: blockNumber, holder: accounts[0].address };
}

function rejectErrors(body) {
  if (body.includes('"error"')) throw new Error(body.toString().slice(0, 300));
}
