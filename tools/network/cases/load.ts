import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { toBech32 } from '#qord/primitives/address.ts';
import { assertSameChain } from '#qord/testing/network/compare-nodes.ts';
import { send } from '#qord/testing/network/mixed-load.ts';
import { allAt, type NetworkNode, startNetwork } from '#qord/testing/network/network.ts';
import { accountOf, signFrom } from '#qord/testing/sign-from.ts';
import { until } from '#qord/testing/until.ts';
import { MemoryGrowth } from '../memory-growth.ts';
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
    const before = await countWhenAllVote(nodes);
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
    const missed = (await missedVotes(nodes)).map((count, index) => count - (before[index] ?? 0));
    console.log(`votes missed by each validator: ${missed.join(', ')}; before the load: ${before.join(', ')}`);
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

/**
 * Waits until no vote is missed for five blocks; returns how many each validator has missed before. Three of four
 * validators already make blocks while the last one still starts.
 */
async function countWhenAllVote(nodes: readonly NetworkNode[]): Promise<readonly number[]> {
  let before: readonly number[] = [];
  const allVote = async () => {
    before = await missedVotes(nodes);
    await allAt(nodes, ((await nodes[0]?.height()) ?? 0) + 5);
    return (await missedVotes(nodes)).join() === before.join();
  };
  await until(allVote, 'five blocks with the votes of all');
  return before;
}

/** Votes that each validator has missed since the chain began. */
async function missedVotes(nodes: readonly NetworkNode[]): Promise<readonly number[]> {
  return await Promise.all(nodes.map((_, account) => missedVotesOf(nodes[0], account)));
}

async function missedVotesOf(node: NetworkNode | undefined, account: number): Promise<number> {
  const name = toBech32(accountOf(account), 'qorvaloper');
  const score = await node?.call<{ missed_blocks: number }>('qor_getReputationScore', name);
  return score?.missed_blocks ?? Number.NaN;
}
