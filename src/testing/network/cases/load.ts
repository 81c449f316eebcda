import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { toBech32 } from '../../../primitives/address.ts';
import { accountOf, signFrom } from '../../sign-from.ts';
import { assertSameChain } from '../compare-nodes.ts';
import { send } from '../mixed-load.ts';
import { allAt, type NetworkNode, startNetwork } from '../network.ts';
import { residentMemoryOf } from '../resources.ts';
import { until } from '../until.ts';
import type { NetworkCase } from './network-case.ts';

/** Transactions of a sender that wait for a block, at most. */
const ahead = 100;
/** How much more memory the last third of the time may take than the one before it. */
const growth = 1.1;

/** Ten minutes of transfers to all nodes, as fast as blocks take them: memory, votes and blocks. */
export const load: NetworkCase = {
  summary: '10 minutes (--seconds) of transfers: memory does not grow, no vote is lost',
  run: async (t, { seconds = 600 }) => {
    const nodes = await startNetwork(t, { validators: 4, values: { 'comet.commit-pause': '200ms' } });
    const [first] = nodes;
    assert.ok(first);
    await allAt(nodes, 1);
    const stop = new AbortController();
    const senders = Array.from({ length: 10 }, (_, account) =>
      keepSending(nodes[account % nodes.length] ?? first, account, stop.signal),
    );
    const memory: number[][] = [];
    for (let passed = 0; passed < seconds; passed += 5) {
      await sleep(5_000);
      memory.push(nodes.map(residentMemoryOf));
    }
    stop.abort();
    const sent = (await Promise.all(senders)).reduce((sum, count) => sum + count, 0);
    const to = await first.height();
    await allAt(nodes, to);
    console.log(`${sent} transfers in ${to} blocks, ${Math.round(sent / seconds)} a second`);
    const missed = await Promise.all(nodes.map((_, account) => missedVotes(first, account)));
    console.log(`votes missed by each validator: ${missed.join(', ')}`);
    const thirds = nodes.map((_, index) => [1, 2].map((third) => average(memory, index, third)));
    for (const [index, [before = 0, last = 0]] of thirds.entries())
      console.log(`node${index} with its CometBFT: ${Math.round(before)} MB, in the last third ${Math.round(last)} MB`);
    await assertSameChain(nodes, Math.max(1, to - 20), to);
    assert.ok(
      missed.every((count) => count === 0),
      'votes are missing',
    );
    for (const [before = 0, last = 0] of thirds) assert.ok(last <= before * growth, 'memory grows');
  },
};

/** Returns how many transfers it has sent; all are in blocks then. */
async function keepSending(node: NetworkNode, account: number, signal: AbortSignal): Promise<number> {
  let nonce = 0;
  const included = async () => Number(await node.call<string>('eth_getTransactionCount', accountOf(account), 'latest'));
  while (!signal.aborted) {
    const end = (await included()) + ahead;
    while (nonce < end) await send(node, signFrom(account, { nonce: BigInt(nonce++), cap: 10n ** 14n }));
    await sleep(50);
  }
  await until(async () => (await included()) === nonce, 'the last transfers');
  return nonce;
}

async function missedVotes(node: NetworkNode, account: number): Promise<number> {
  const name = toBech32(accountOf(account), 'qorvaloper');
  return (await node.call<{ missed_blocks: number }>('qor_getReputationScore', name)).missed_blocks;
}

/** Of a node's memory in a third of the time. */
function average(memory: readonly (readonly number[])[], index: number, third: number): number {
  const [from, to] = [Math.floor((memory.length * third) / 3), Math.floor((memory.length * (third + 1)) / 3)];
  const part = memory.slice(from, to).map((row) => row[index] ?? 0);
  return part.reduce((sum, value) => sum + value, 0) / part.length;
}
