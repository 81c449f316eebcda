import type { Chain } from '../chain/chain.ts';
import type { ConsensusDriver } from '../consensus/consensus-driver.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { Submission } from '../mempool/submission.ts';
import type { Faults } from '../primitives/faults.ts';
import type { DevelopmentControl } from '../rpc/development-control.ts';
import type { NodeControl } from '../rpc/node-control.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import type { PendingBlocks } from './pending-blocks.ts';

type Dependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly driver: ConsensusDriver;
  readonly submission: Submission;
  readonly faults: Faults;
  readonly mainThread: MainThread;
  readonly pending: PendingBlocks;
};

/** What the interfaces may do to the node. */
export function createNodeControl(dependencies: Dependencies, development?: DevelopmentControl): NodeControl {
  const { chain, mempool, submission, driver, faults, mainThread, pending } = dependencies;
  return {
    submit: (raw, client) => submission.submit(raw, client),
    submitThrough: (raw, client, pool) => submission.submitThrough(raw, client, pool),
    submitAll: (raws, client) => submission.submitAll(raws, client),
    add: (transaction) => mempool.add(transaction),
    mempool,
    pendingBlock: () => pending.get(),
    unfinishedBlock: () => pending.unfinished(),
    peers: () => driver.network().peers,
    rejectedFromPeers: () => driver.rejectedFromPeers(),
    syncing: () => driver.network().syncing,
    consensus: () => driver.consensus(),
    consensusProcess: () => driver.process(),
    decidedRounds: () => driver.decidedRounds(),
    onBlock: (owner, listener) => chain.onBlock(owner, listener),
    faults,
    mainThread,
    development,
    onPendingTransaction: (owner, listener) => mempool.onPending(owner, listener),
  };
}
