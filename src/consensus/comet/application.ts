import type { Chain } from '../../chain/chain.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import type { Faults } from '../../primitives/faults.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { AbciHandlers, RequestOf, ResponseOf } from './abci/abci-server.ts';
import { type BlockExecutor, toValidatorUpdate } from './block-executor.ts';
import type { BlockProposer } from './block-proposer.ts';
import { CometError } from './comet-error.ts';
import { appVersion, type ChainStart } from './genesis-file.ts';
import { insertCodes, type TransactionGossip } from './transaction-gossip.ts';

type Dependencies = {
  readonly chain: Chain;
  /** Version of this program */
  readonly version: string;
  readonly start: ChainStart;
  readonly proposer: BlockProposer;
  readonly executor: BlockExecutor;
  readonly gossip: TransactionGossip;
  readonly faults: Faults;
  /** Called with the round in which the block of a height was decided, once the next block is decided. */
  readonly onDecided: (height: number, round: number) => void;
  /** Called with each height that is on disk; false stops CometBFT. */
  readonly onCommit: (height: number) => boolean;
  /** Resolves when CometBFT may continue after a block. */
  readonly pace: () => Promise<void>;
};

/** snapshots: this node neither offers nor accepts any */
const rejectSnapshot = 3;
const abortSnapshot = 2;
const rejected = { code: insertCodes.rejected, log: 'this node is queried over its JSON-RPC' };

/** The chain as an application of CometBFT: one handler for each request of ABCI. */
export function createApplication(parts: Dependencies): AbciHandlers {
  const { chain, version, proposer, executor, gossip } = parts;
  return {
    info: () => {
      const { number, hash } = chain.reader.head();
      const isNew = number === chain.reader.identity.genesisHeight; // CometBFT calls initChain after height 0 only
      const last = isNew ? { height: 0, hash: emptyBytes } : { height: number, hash: fromHex(hash) };
      return { data: 'qord', version, appVersion, lastBlockHeight: last.height, lastBlockAppHash: last.hash };
    },
    initChain: (request) => initChain(request, parts),
    prepareProposal: async (request) => {
      try {
        return await proposer.prepare(request);
      } catch (error) {
        parts.faults.note('proposal', error); // CometBFT would end; the others reject what cannot be executed
        return proposer.prepareEmpty();
      }
    },
    processProposal: (request) => executor.process(request),
    finalizeBlock: (request) => {
      const before = request.height - 1;
      if (before > chain.reader.identity.genesisHeight) parts.onDecided(before, request.lastCommit?.round ?? 0);
      gossip.mayWait = false; // until the commit
      return executor.finalize(request);
    },
    commit: async () => {
      gossip.mayWait = true;
      const goesOn = parts.onCommit(await executor.commit());
      if (!goesOn) return undefined;
      await parts.pace();
      return { retainHeight: 0 };
    },
    insertTx: ({ tx }) => ({ code: insert(tx, parts) }),
    reapTxs: async () => ({ txs: await reap(parts) }),
    checkTx: () => rejected,
    query: () => rejected,
    extendVote: () => ({}),
    verifyVoteExtension: () => ({ status: 1 }),
    listSnapshots: () => ({}),
    offerSnapshot: () => ({ result: rejectSnapshot }),
    loadSnapshotChunk: () => ({}),
    applySnapshotChunk: () => ({ result: abortSnapshot }),
  };
}

/** An error that the entry of a peer causes is that entry's alone: CometBFT would end with an error in the response. */
function insert(entry: Uint8Array, { gossip, faults }: Dependencies): number {
  try {
    return gossip.insert(entry);
  } catch (error) {
    faults.note('entry of a peer', error);
    return insertCodes.rejected;
  }
}

async function reap({ gossip, faults }: Dependencies): Promise<readonly Uint8Array[]> {
  try {
    return await gossip.reap();
  } catch (error) {
    faults.note('transactions for peers', error);
    return [];
  }
}

/** The genesis block exists since the chain was opened; its hash is returned to CometBFT. */
function initChain({ chainId }: RequestOf<'initChain'>, { chain, start }: Dependencies): ResponseOf<'initChain'> {
  const { number, hash } = chain.reader.head();
  const { genesisHeight } = chain.reader.identity;
  if (chainId !== start.chainId) throw new CometError({ code: 'other-chain', given: chainId, own: start.chainId });
  if (number !== genesisHeight) throw new Error(`CometBFT begins the chain again, which is at block ${number} here`);
  const validators = start.validators.map(toValidatorUpdate);
  return { consensusParams: start.consensusParams, validators, appHash: fromHex(hash) };
}
