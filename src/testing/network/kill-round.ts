import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { signFrom } from '../sign-from.ts';
import { until } from '../until.ts';
import { send } from './mixed-load.ts';
import { allAt, type NetworkNode } from './network.ts';

/** What is killed: the node with its CometBFT, CometBFT alone, both at once, or every node. */
export const killTargets = ['qord', 'comet', 'both', 'all'] as const;
type KillTarget = (typeof killTargets)[number];

/**
 * Kills with SIGKILL under load, restarts what does not restart by itself, and asserts that every receipt that a node
 * has returned is still there, at all nodes, and that the heads are equal again.
 */
export async function killRound(nodes: readonly NetworkNode[], kind: KillTarget, random: () => number): Promise<void> {
  const target = nodes[Math.floor(random() * nodes.length)];
  assert.ok(target);
  const killed = kind === 'all' ? nodes : [target];
  const stop = new AbortController();
  const seen = load(nodes, stop.signal);
  await sleep(300 + random() * 1_500);
  for (const node of killed) kill(node, kind);
  await sleep(random() * 500);
  stop.abort();
  const receipts = await seen;
  if (kind !== 'comet') for (const node of killed) await node.start();
  const heights = await Promise.all(nodes.map((node) => node.height()));
  await allAt(nodes, Math.max(...heights) + 2);
  for (const hash of receipts) {
    for (const node of nodes) {
      const has = async () => (await node.call('eth_getTransactionReceipt', hash)) !== null;
      await until(has, `the receipt of ${hash}`);
    }
  }
}

function kill(node: NetworkNode, kind: KillTarget): void {
  const { process: child } = node.process;
  const comet = cometOf(child.pid ?? 0);
  if (kind !== 'qord') for (const pid of comet) process.kill(pid, 'SIGKILL');
  if (kind !== 'comet') child.kill('SIGKILL');
}

/** Process ids of the children of a node: its CometBFT. */
export function cometOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ')[1]?.split(' ');
      return Number(fields?.[1]) === parent ? [Number(name)] : [];
    } catch {
      return []; // it has ended
    }
  });
}

/** Sends transfers to all nodes and returns the hashes of those whose receipts a node has returned. */
async function load(nodes: readonly NetworkNode[], signal: AbortSignal): Promise<readonly string[]> {
  const shown: string[] = [];
  const work = nodes.map(async (node, index) => {
    while (!signal.aborted) {
      try {
        const count = await node.call<string>('eth_getTransactionCount', signFrom(index).sender, 'pending');
        const hash = await send(node, signFrom(index, { nonce: BigInt(count), cap: 10n ** 13n }));
        await sleep(150);
        if ((await node.call('eth_getTransactionReceipt', hash)) !== null) shown.push(hash);
      } catch {
        await sleep(20); // the node is gone
      }
    }
  });
  await Promise.all(work);
  return shown;
}
