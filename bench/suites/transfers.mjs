/**
 * Transfers from 50 accounts, signed beforehand, until every receipt exists; with --hybrid plain ones beside hybrid
 * ones.
 */

import { mlDsaKeys } from '@qord/curves/ml-dsa';
import { Interface } from 'ethers';
import { fromHex } from '../../dist/primitives/hex.js';
import { createAccounts, fund, sign, signHybrid, waitForReceipt } from '../lib/accounts.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { removeHome, startAnvil, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { rejectErrors, waitOrNudge } from '../lib/writes.mjs';

/**
 * A second; where anvil does 1,280 one by one and 6,700 in blocks of a second. On other machines only the ratios are
 * comparable.
 */
const goal = 2_500;
const ratioGoals = { oneByOne: 1.95, perSecondBlocks: 0.37 };

const senders = 50;
const perSender = 400;

/** What a hybrid transfer may cost the node, in plain ones. */
const hybridGoal = 2.5;
/** Signatures take long in JavaScript. */
const perHybridSender = 30;
const rounds = 2;

export async function run(report, { hybrid = false } = {}) {
  return hybrid ? compareHybrid(report) : comparePeer(report);
}

/** By CPU time of the node, whatever else the machine does; in turns on nodes of their own, the least of each. */
async function compareHybrid(report) {
  const cost = { plain: Number.POSITIVE_INFINITY, hybrid: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    cost.plain = Math.min(cost.plain, (await measure(() => startQord(), perHybridSender)).cpu);
    cost.hybrid = Math.min(cost.hybrid, (await measure(() => startQord(), perHybridSender, true)).cpu);
  }
  const what = 'transfer from submission to receipt, CPU time of the node';
  report.figure(`plain ${what}`, 'µs', cost.plain, { better: 'low' });
  report.figure(`hybrid ${what}`, 'µs', cost.hybrid, { better: 'low' });
  report.figure('cost of a hybrid transfer in plain ones', '×', cost.hybrid / cost.plain, {
    better: 'low',
    goal: hybridGoal,
  });
}

async function comparePeer(report) {
  const { rate: qord } = await measure(() => startQord(), perSender);
  const { rate: oneByOne } = await measure(() => startAnvil(), perSender / 4);
  const { rate: perSecondBlocks } = await measure(() => startAnvil({ flags: ['--block-time', '1'] }), perSender);
  const what = 'transfers until every receipt';
  report.compare(`${what}, anvil mines one by one in memory`, 'tx/s', qord, oneByOne, {
    goal: ratioGoals.oneByOne,
  });
  report.compare(`${what}, anvil at 1 s blocks in memory`, 'tx/s', qord, perSecondBlocks, {
    goal: ratioGoals.perSecondBlocks,
  });
  report.figure(`${what}, each block on disk`, 'tx/s', qord, { better: 'high', goal });
}

/** Transactions a second, and microseconds of CPU time for each. */
async function measure(start, count, isHybrid = false) {
  const node = await start();
  const accounts = createAccounts(senders);
  await fund(node.url, accounts);
  if (isHybrid) await registerKeys(node.url, accounts);
  const signed = isHybrid ? signHybrid : sign;
  const queues = accounts.map((account) =>
    Array.from({ length: count }, () => signed(account, { to: accounts[0].address, value: 1n })),
  );
  const last = queues.map((queue) => queue[queue.length - 1].hash);
  const requests = queues.map((queue) =>
    queue.map(({ raw }) => requestBytes(node.url, 'eth_sendRawTransaction', [raw])),
  );
  const cpuBefore = node.cpuMicroseconds?.() ?? 0;
  const started = performance.now();
  await load(node.url, { connections: senders, next: (index) => requests[index].shift(), onBody: rejectErrors });
  for (const hash of last) await waitOrNudge(node, hash);
  const seconds = (performance.now() - started) / 1000;
  const cpu = ((node.cpuMicroseconds?.() ?? 0) - cpuBefore) / (senders * count);
  await node.stop();
  if (node.home) removeHome(node.home);
  return { rate: (senders * count) / seconds, cpu };
}

const pqc = new Interface(['function registerKey(uint8 a, bytes k, bytes e, string t)']);
const pqcAddress = '0x0000000000000000000000000000000000000a03';

/** Every account gets a post-quantum key. */
async function registerKeys(url, accounts) {
  let last;
  for (const [index, account] of accounts.entries()) {
    account.pqcKey = mlDsaKeys('ml-dsa-87', new Uint8Array(32).fill(index + 1));
    const data = fromHex(pqc.encodeFunctionData('registerKey', [1, account.pqcKey.publicKey, '0x', 'hybrid']));
    last = sign(account, { to: pqcAddress, data, gasLimit: 1_500_000n });
    await rpc(url, 'eth_sendRawTransaction', [last.raw]);
  }
  await waitForReceipt(url, last.hash);
}
