import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { toBech32 } from '../../../primitives/address.ts';
import { accountOf, signFrom } from '../../sign-from.ts';
import { assertSameChain } from '../compare-nodes.ts';
import { MemoryGrowth } from '../memory-growth.ts';
import { send } from '../mixed-load.ts';
import { allAt, type NetworkNode, startNetwork } from '../network.ts';
import { until } from '../until.ts';
import type { NetworkCase } from './network-case.ts';

/** Transactions of a sender that wait for a block, at most. */
const ahead = 100;

/** Ten minutes of transfers to all nodes, as fast as blocks take them: memory, votes and blocks. */
export const load: NetworkCase = {
  summary: '10 minutes (--seconds) of transfers: memory does not grow, no vote is lost',
  run: async (t, { seconds = 600 }) => {
    const nodes = await startNetwork(t, { validators: 4, values: { 'comet.commit-pause': '500ms' } });
    const [first] = nodes;
    assert.ok(first);
    await allAt(nodes, 1);
    const stop = new AbortController();
    const senders = Array.from({ length: 10 }, (_, account) =>
      keepSending(nodes[account % nodes.length] ?? first, account, stop.signal),
    );
    const memory = new MemoryGrowth();
    for (let passed = 0; passed < seconds; passed += 5) {
      await sleep(5_000);
      memory.record(nodes);
    }
    stop.abort();
    const sent = (await Promise.all(senders)).reduce((sum, count) => sum + count, 0);
    const to = await first.height();
    await allAt(nodes, to);
    console.log(`${sent} transfers in ${to} blocks, ${Math.round(sent / seconds)} a second`);
    const missed = await Promise.all(nodes.map((_, account) => missedVotes(first, account)));
    console.log(`votes missed by each validator: ${missed.join(', ')}`);
    const growth = [...memory.result()];
    for (const [name, { second, last }] of growth)
      console.log(`${name}: ${Math.round(second)} MB in the second quarter, ${Math.round(last)} MB in the last`);
    await assertSameChain(nodes, Math.max(1, to - 20), to);
    for (const [name, { isFlat }] of growth) assert.ok(isFlat, `the memory of ${name} grows`);
    assert.ok(
      missed.every((count) => count === 0),
      'votes are missing',
    );
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
