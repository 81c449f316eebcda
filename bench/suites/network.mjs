/**
 * Four validators with their CometBFT and the load on one machine: idle cost, time of one transfer, transfers per
 * second until every receipt exists at another node than the one they were sent to; and how fast a full node that was
 * away executes them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { allAt, startNetwork } from '../../dist/testing/network/network.js';
import { signFrom } from '../../dist/testing/sign-from.js';
import { cpuTimeOf, residentMemoryOf } from '../../dist/tools/network/resources.js';
import { median } from '../lib/statistics.mjs';

export const hasPeer = false;

const idleSeconds = 20;
const singles = 15;
const senders = 10;
/** transfers of each sender before anything is measured: the engine compiles its paths meanwhile */
const warmUp = 300;
const perSender = 2_000;
const batchSize = 100;

const toHex = (bytes) => `0x${Buffer.from(bytes).toString('hex')}`;

export async function run(report) {
  const ends = [];
  try {
    const values = { 'consensus.block-interval': '1s', 'comet.commit-pause': '500ms', 'comet.propose-timeout': '3s' };
    const all = await startNetwork({ after: (end) => ends.push(end) }, { validators: 4, fullNodes: 1, values });
    await allAt(all, 2);
    const [nodes, joining] = [all.slice(0, 4), all[4]];
    await joining.process.stop('SIGTERM');
    await idle(report, nodes);
    await single(report, nodes);
    await load(nodes, singles, 0, warmUp);
    const rate = await load(nodes, singles, warmUp, perSender);
    report.figure('transfers until all receipts are at another node', '/s', rate, { better: 'high', goal: 1200 });
    await catchUp(report, nodes[0], joining);
  } finally {
    for (const end of ends) await end();
  }
}

async function idle(report, nodes) {
  const usedBy = (node) => {
    const { qord, comet } = cpuTimeOf(node);
    return qord + comet;
  };
  const before = { used: nodes.map(usedBy), height: await nodes[0].height() };
  await sleep(idleSeconds * 1000);
  const blocks = (await nodes[0].height()) - before.height;
  const used = median(nodes.map((node, index) => usedBy(node) - before.used[index]));
  report.figure('share of a core of a validator with its CometBFT, idle, one block a second', '%', used / blocks / 10, {
    goal: 6,
  });
  report.figure('memory of both, idle', 'MB', median(nodes.map(residentMemoryOf)), { goal: 250 });
}

async function single(report, nodes) {
  const times = [];
  for (let nonce = 0; nonce < singles; nonce++) {
    await sleep(300 + 97 * (nonce % 7)); // at any moment between two blocks
    const began = performance.now();
    const hash = await nodes[0].call(
      'eth_sendRawTransaction',
      toHex(signFrom(0, { nonce: BigInt(nonce), cap: 10n ** 13n }).raw),
    );
    while ((await nodes[0].call('eth_getTransactionReceipt', hash)) === null) await sleep(10);
    times.push(performance.now() - began);
  }
  report.figure('one transfer until its receipt, idle network', 'ms', median(times), { goal: 400 });
}

/** Sends `count` transfers of each account after the first ones; returns how many a second had a receipt elsewhere. */
async function load(nodes, ofFirstSender, sent, count) {
  const lists = Array.from({ length: senders }, (_, account) =>
    Array.from({ length: count }, (_, index) => {
      const nonce = BigInt(index + sent + (account === 0 ? ofFirstSender : 0));
      return toHex(signFrom(account, { nonce, cap: 10n ** 14n }).raw);
    }),
  );
  const began = performance.now();
  const last = await Promise.all(lists.map((list, index) => sendAll(nodes[index % nodes.length], list)));
  for (const [index, hash] of last.entries()) {
    const other = nodes[(index + 1) % nodes.length];
    while ((await other.call('eth_getTransactionReceipt', hash)) === null) await sleep(50);
  }
  return (senders * count) / ((performance.now() - began) / 1000);
}

/** Starts a node that lacks nearly all blocks; its time counts from the first one that it gets. */
async function catchUp(report, ahead, joining) {
  await joining.start();
  const [from, to] = [await joining.height(), await ahead.height()];
  let height = from;
  while (height === from) {
    await sleep(10);
    height = await joining.height();
  }
  const began = performance.now();
  while ((await joining.height()) < to) await sleep(10);
  const seconds = (performance.now() - began) / 1000;
  let transfers = 0;
  for (let number = height + 1; number <= to; number++) {
    transfers += Number(await ahead.call('eth_getBlockTransactionCountByNumber', `0x${number.toString(16)}`));
  }
  report.figure('transfers that a joining full node executes', '/s', transfers / seconds, {
    better: 'high',
    goal: 2000,
  });
}

/** Sends the transactions of one account in batches; returns the hash of the last. */
async function sendAll(node, list) {
  let hash;
  for (let at = 0; at < list.length; at += batchSize) {
    const body = list
      .slice(at, at + batchSize)
      .map((raw, id) => ({ jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [raw] }));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(node.process.urls.http, { method: 'POST', headers, body: JSON.stringify(body) });
    const replies = await response.json();
    const failed = replies.find(({ error }) => error !== undefined);
    if (failed !== undefined) throw new Error(failed.error.message);
    hash = replies.at(-1).result;
  }
  return hash;
}
