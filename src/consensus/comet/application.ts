import type { Chain } from '../../chain/chain.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { AbciHandlers, RequestOf, ResponseOf } from './abci/abci-server.ts';
import { type BlockExecutor, toValidatorUpdate } from './block-executor.ts';
import type { BlockProposer } from './block-proposer.ts';
import { CometError } from './comet-error.ts';
import { appVersion, type ChainStart } from './genesis-file.ts';
import { insertCodes, type TransactionGossip } from './transaction-gossip.ts';

type ApplicationParts = {
  readonly chain: Chain;
  /** of this program */
  readonly version: string;
  readonly start: ChainStart;
  readonly proposer: BlockProposer;
  readonly executor: BlockExecutor;
  readonly gossip: TransactionGossip;
  /** Told the round in which the block of a height was decided, once the block above it is. */
  readonly onDecided: (height: number, round: number) => void;
  /** Told each height that is on disk; false keeps CometBFT from going on. */
  readonly onCommit: (height: number) => boolean;
  /** Resolves when CometBFT may go on after a block. */
  readonly pace: () => Promise<void>;
};

/** offering and applying snapshots: this node has none and takes none */
const rejectSnapshot = 3;
const abortSnapshot = 2;
const rejected = { code: insertCodes.rejected, log: 'this node is asked over its JSON-RPC' };

/** The chain as an application of CometBFT: one handler for each request of ABCI. */
export function createApplication(parts: ApplicationParts): AbciHandlers {
  const { chain, version, proposer, executor, gossip } = parts;
  return {
    info: () => {
      const { number, hash } = chain.reader.head();
      const lastBlockAppHash = number === 0 ? emptyBytes : fromHex(hash);
      return { data: 'qord', version, appVersion, lastBlockHeight: number, lastBlockAppHash };
    },
    initChain: (request) => initChain(request, parts),
    prepareProposal: (request) => proposer.prepare(request),
    processProposal: (request) => executor.process(request),
    finalizeBlock: (request) => {
      parts.onDecided(request.height - 1, request.lastCommit?.round ?? 0);
      return executor.finalize(request);
    },
    commit: async () => {
      const goesOn = parts.onCommit(await executor.commit());
      await (goesOn ? parts.pace() : new Promise(() => {}));
      return { retainHeight: 0 };
    },
    insertTx: ({ tx }) => ({ code: gossip.insert(tx) }),
    reapTxs: () => ({ txs: gossip.reap() }),
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

/** The genesis block stands already, since the chain was opened: CometBFT learns of it. */
function initChain({ chainId }: RequestOf<'initChain'>, { chain, start }: ApplicationParts): ResponseOf<'initChain'> {
  const { number, hash } = chain.reader.head();
  if (chainId !== start.chainId) throw new CometError({ code: 'other-chain', given: chainId, own: start.chainId });
  if (number !== 0) throw new Error(`CometBFT begins the chain anew, which is at block ${number} here`);
  const validators = start.validators.map(toValidatorUpdate);
  return { consensusParams: start.consensusParams, validators, appHash: fromHex(hash) };
}
