import type { Chain } from '../chain/chain.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { DevelopmentControl, NodeControl } from '../rpc/contract.ts';

/** What the interfaces may do to a node that is alone. */
export function createNodeControl(chain: Chain, mempool: Mempool, development?: DevelopmentControl): NodeControl {
  return {
    submit: async (transaction) => mempool.add(transaction),
    mempool,
    peerCount: () => 0,
    syncing: () => undefined,
    onBlock: (listener) => chain.onBlock(listener),
    development,
    onPendingTransaction: (listener) => mempool.onPending(listener),
  };
}
