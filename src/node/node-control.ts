import type { Chain } from '../chain/chain.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { NodeControl } from '../rpc/contract.ts';

/** What the interfaces may do to a node that is alone. */
export function createNodeControl(chain: Chain, mempool: Mempool): NodeControl {
  return {
    submit: async (transaction) => mempool.add(transaction),
    mempool,
    peerCount: () => 0,
    syncing: () => undefined,
    onBlock: (listener) => chain.onBlock(listener),
    onPendingTransaction: (listener) => mempool.onPending(listener),
  };
}
