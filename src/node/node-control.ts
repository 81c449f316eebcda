import type { Chain } from '../chain/chain.ts';
import type { CommittedBlock } from '../chain/types.ts';
import type { ConsensusDriver } from '../consensus/consensus-driver.ts';
import { assertLength } from '../mempool/admission.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { Faults } from '../primitives/faults.ts';
import type { DevelopmentControl } from '../rpc/development-control.ts';
import type { NodeControl } from '../rpc/node-control.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import type { SenderRecovery } from './sender-recovery/sender-recovery.ts';
import type { SignatureVerifier } from './signature-verification/signature-verifier.ts';

type Dependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly driver: ConsensusDriver;
  readonly senders: SenderRecovery;
  readonly signatures: SignatureVerifier;
  readonly faults: Faults;
  readonly mainThread: MainThread;
};

/** What the interfaces may do to the node. */
export function createNodeControl(dependencies: Dependencies, development?: DevelopmentControl): NodeControl {
  const { chain, mempool, driver, senders, signatures, faults, mainThread } = dependencies;
  return {
    decode: async (raw) => {
      assertLength(raw); // decoding takes as long as there are bytes
      return await senders.decode(raw);
    },
    verifyAhead: (transaction) => signatures.verifyAhead(transaction, mempool),
    submit: (transaction) => mempool.add(transaction),
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
    const key = `${chain.reader.head().hash} ${mempool.counts().pending} ${mempool.byteSize()}`;
    if (last?.key !== key) last = { key, block: driver.preview() };
    return last.block;
  };
}
