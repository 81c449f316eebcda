import assert from 'node:assert/strict';
import { CometRpc } from '../../consensus/comet/status/comet-rpc.ts';
import { until } from '../until.ts';
import type { NetworkNode } from './network.ts';

type RpcBlock = { readonly hash: string; readonly stateRoot: string; readonly transactions: readonly string[] };

/**
 * Asserts that all nodes have the same blocks, receipts and logs from one height to another, and that CometBFT's header
 * of the next height has the hash of each block as its app hash. Returns how many transactions were compared.
 */
export async function assertSameChain(nodes: readonly NetworkNode[], from: number, to: number): Promise<number> {
  const [first] = nodes;
  assert.ok(first);
  const rpc = new CometRpc(first.comet.rpcSocket);
  // a CometBFT that was just started opens its socket after the node
  const appHash = (height: number) => until(() => rpc.appHash(height).catch(() => undefined), 'CometBFT');
  let transactions = 0;
  for (let height = from; height <= to; height++) {
    const tag = `0x${height.toString(16)}`;
    const questions = [
      ['eth_getBlockByNumber', tag, true],
      ['eth_getBlockReceipts', tag],
      ['eth_getLogs', { fromBlock: tag, toBlock: tag }],
    ] as const;
    for (const [method, ...params] of questions) {
      const results: readonly unknown[] = await Promise.all(nodes.map((node) => node.call<unknown>(method, ...params)));
      const [expected, ...found] = results;
      for (const other of found) assert.deepEqual(other, expected, `${method} ${tag}`);
    }
    const block: RpcBlock = await first.call<RpcBlock>('eth_getBlockByNumber', tag, false);
    transactions += block.transactions.length;
    if (height < to) assert.equal(await appHash(height + 1), block.hash, `app hash of ${height + 1}`);
  }
  return transactions;
}
