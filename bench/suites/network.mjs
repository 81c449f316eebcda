/**
 * Four validators with their CometBFT and the load on one machine: idle cost, time of one transfer, transfers per second until
 * every receipt exists at another node than the one they were sent to.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { allAt, startNetwork } from '../../dist/testing/network/network.js';
import { signFrom } from '../../dist/testing/sign-from.js';
import { median } from '../lib/statistics.mjs';

export const hasPeer = false;

const idleSeconds = 15;
const singles = 15;
const senders = 10;
const perSender = 600;
const batchSize = 100;

const toHex = (bytes) => `0x${Buffer.from(bytes).toString('hex')}`;

export async function run(report) {
  const ends = [];
  try {
    const values = { 'consensus.block-interval': '2s', 'comet.commit-pause': '200ms', 'comet.propose-timeout': '3s' };
    const nodes = await startNetwork({ after: (end) => ends.push(end) }, { validators: 4, values });
    await allAt(nodes, 2);
    await idle(report, nodes);
    await single(report, nodes);
    await load(report, nodes);
  } finally {
    for (const end of ends.reverse()) await end();
    await sleep(1_000); // CometBFT ends when its node has
  }
}

async function idle(report, nodes) {
  const pids = nodes.flatMap(({ process: { process } }) => [process.pid]);
  const before = { ticks: pids.map(ticksWithChildren), height: await nodes[0].height() };
  await sleep(idleSeconds * 1000);
  const blocks = (await nodes[0].height()) - before.height;
  const ticks = pids.map((pid, index) => ticksWithChildren(pid) - before.ticks[index]);
  report.figure('CPU of a validator with its CometBFT, for each idle block', 'ms', (median(ticks) * 10) / blocks, {
    goal: 60,
  });
  report.figure('memory of both, idle', 'MB', median(pids.map(residentWithChildren)), { goal: 250 });
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

async function load(report, nodes) {
  const lists = Array.from({ length: senders }, (_, account) =>
    Array.from({ length: perSender }, (_, index) => {
      const nonce = BigInt(index + (account === 0 ? singles : 0));
      return toHex(signFrom(account, { nonce, cap: 10n ** 14n }).raw);
    }),
  );
  const began = performance.now();
  const last = await Promise.all(lists.map((list, index) => sendAll(nodes[index % nodes.length], list)));
  for (const [index, hash] of last.entries()) {
    const other = nodes[(index + 1) % nodes.length];
    while ((await other.call('eth_getTransactionReceipt', hash)) === null) await sleep(50);
  }
  const seconds = (performance.now() - began) / 1000;
  report.figure('transfers until all receipts are at another node', '/s', (senders * perSender) / seconds, {
    better: 'high',
    goal: 1200,
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

const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean);
/** of 10 ms each, of a process and its children */
const ticksWithChildren = (pid) =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + Number(statOf(one)[11]) + Number(statOf(one)[12]), 0);
const residentWithChildren = (pid) =>
  [pid, ...childrenOf(pid)].reduce(
    (sum, one) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'latin1'))[1]) / 1024,
    0,
  );
