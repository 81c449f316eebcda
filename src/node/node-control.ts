import type { Chain } from '../chain/chain.ts';
import type { CommittedBlock } from '../chain/types.ts';
import type { ConsensusDriver } from '../consensus/consensus-driver.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { Submission } from '../mempool/submission.ts';
import type { Faults } from '../primitives/faults.ts';
import type { DevelopmentControl } from '../rpc/development-control.ts';
import type { NodeControl } from '../rpc/node-control.ts';
import type { MainThread } from '../scheduling/main-thread.ts';

type Dependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly driver: ConsensusDriver;
  readonly submission: Submission;
  readonly faults: Faults;
  readonly mainThread: MainThread;
};

/** What the interfaces may do to the node. */
export function createNodeControl(dependencies: Dependencies, development?: DevelopmentControl): NodeControl {
  const { chain, mempool, submission, driver, faults, mainThread } = dependencies;
  return {
    submit: (raw, client) => submission.submit(raw, client),
    submitThrough: (raw, client, pool) => submission.submitThrough(raw, client, pool),
    submitAll: (raws, client) => submission.submitAll(raws, client),
    add: (transaction) => mempool.add(transaction),
    mempool,
    pendingBlock: createPreview(dependencies),
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

/** Executes the next block once and caches it until the head or the pool changes. */
function createPreview({ chain, mempool, driver }: Dependencies): () => CommittedBlock {
  let last: { readonly key: string; readonly block: CommittedBlock } | undefined;
  return () => {
    const key = `${chain.reader.head().hash} ${mempool.changes}`;
    if (last?.key !== key) last = { key, block: driver.preview() };
    return last.block;
  };
}
