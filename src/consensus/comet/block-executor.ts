import { BlockThreadError } from '../../chain/block-thread/block-thread-error.ts';
import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { Proposal } from '../../chain/environment.ts';
import { InvalidBlockError } from '../../chain/execute-block.ts';
import { minTransactionGas } from '../../evm/transaction/gas-cost.ts';
import { TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ValidatorPower } from '../../kernel/validator-set.ts';
import { maxTransactionBytes } from '../../mempool/admission.ts';
import { dropReasonOf } from '../../mempool/drop-reasons.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { Owner } from '../../scheduling/owner.ts';
import type { StateView } from '../../state/types.ts';
import type { RequestOf, ResponseOf } from './abci/abci-server.ts';
import { maxEntries } from './abci/types.ts';
import { minerOf, type ProposerDependencies } from './block-proposer.ts';
import { type BlockRequest, nameOfBlock, ofBlock } from './block-request.ts';
import type { ExecutedBlocks, KeptBlock } from './executed-blocks.ts';
import { type ConsensusRules, evidenceParams } from './genesis-file.ts';
import { decodeReportTransaction, hasReportPrefix } from './report-transaction.ts';

export type ExecutorDependencies = Pick<
  ProposerDependencies,
  'chain' | 'mempool' | 'mainThread' | 'operatorOf' | 'long'
> & {
  /**
   * EIP-2718 bytes → transaction, with priority over transactions for the pool. Rejects with a TransactionDecodeError.
   */
  readonly decode: (raw: Uint8Array) => Promise<Transaction>;
  readonly consensusRules: (state: StateView) => ConsensusRules;
  /** Called with the reason when a proposal of another validator is rejected. */
  readonly onInvalidProposal: (height: number, reason: string) => void;
  /**
   * Called with an internal error that a proposed block has caused, which is rejected, or a decided one, which continues.
   */
  readonly onBlockError: (height: number, error: unknown) => void;
};

/** ProposalStatus of ABCI */
const [accept, reject] = [1, 2];

/** Executes proposed and decided blocks, and commits the decided ones. */
export class BlockExecutor {
  readonly #dependencies: ExecutorDependencies;
  readonly #executed: ExecutedBlocks;
  readonly #owner: Owner = { network: 'blocks', connection: this, hasLeft: false };
  #decided: KeptBlock | undefined;

  constructor(dependencies: ExecutorDependencies, executed: ExecutedBlocks) {
    this.#dependencies = dependencies;
    this.#executed = executed;
  }

  /**
   * Whether this validator votes for a proposed block: when it can be executed. An internal error is a reason against
   * it too: a block that the others cannot execute either must not be decided, nor end their nodes.
   */
  async process(request: RequestOf<'processProposal'>): Promise<ResponseOf<'processProposal'>> {
    const { onInvalidProposal, onBlockError } = this.#dependencies;
    const fault = this.#boundsFault(request.txs) ?? lengthFault(request.txs);
    if (fault !== undefined) {
      onInvalidProposal(this.#next(), fault);
      return { status: reject };
    }
    this.#assertNext(request.height);
    try {
      await this.#execute(request, this.#dependencies.long);
      return { status: accept };
    } catch (error) {
      if (error instanceof InvalidBlockError) onInvalidProposal(request.height, error.message);
      else onBlockError(request.height, error);
      return { status: reject };
    }
  }

  /** Executes the decided block, unless it was executed as a proposal. Nothing is written yet. */
  async finalize(request: RequestOf<'finalizeBlock'>): Promise<ResponseOf<'finalizeBlock'>> {
    this.#assertNext(request.height);
    const decided = await this.#executeDecided(request);
    const { executed } = decided;
    this.#decided = decided;
    const { block, receipts, validatorUpdates } = executed;
    const results = receipts.map(({ status, gasUsed }, index) => ({
      code: status === 1 ? 0 : 1,
      gasWanted: Number(block.transactions[index]?.gasLimit ?? 0n),
      gasUsed: Number(gasUsed),
    }));
    return {
      txResults: [{}, ...results], // the first is that of the report
      validatorUpdates: validatorUpdates.map(toValidatorUpdate),
      appHash: fromHex(block.header.hash),
      consensusParamUpdates: this.#changedParams(),
    };
  }

  /**
   * Parameters that the previous block has changed; undefined when none has. Evidence must be valid as long as stake
   * can be slashed.
   */
  #changedParams() {
    const { chain, consensusRules } = this.#dependencies;
    const parent = chain.reader.head().number;
    const before = parent > 0 ? chain.reader.states.at(parent - 1) : undefined;
    if (before === undefined) return undefined;
    const rules = consensusRules(chain.headState());
    if (consensusRules(before).evidenceSeconds === rules.evidenceSeconds) return undefined;
    return { evidence: evidenceParams(rules) };
  }

  /** Writes the block that was finalized last; on return it is on disk. */
  async commit(): Promise<number> {
    const decided = this.#decided;
    if (decided === undefined) throw new Error('CometBFT commits a block that it has not finalized');
    this.#decided = undefined;
    this.#executed.clear();
    const { chain, mainThread, mempool } = this.#dependencies;
    const prepared = await mainThread.runSteps('block', this.#owner, () => chain.prepareCommit(decided.executed));
    await chain.commitPrepared(prepared, (publish) => mainThread.measure('block', publish));
    for (const { transaction, error } of decided.rejected) mempool.remove(transaction.hash, dropReasonOf(error));
    return decided.executed.block.header.number;
  }

  #next(): number {
    return this.#dependencies.chain.reader.head().number + 1;
  }

  #assertNext(height: number): void {
    const next = this.#next();
    if (height !== next) throw new Error(`CometBFT is at block ${height}, this chain at ${next}`);
  }

  /**
   * More than two thirds of the validators have executed a decided block. When the block thread of this node has not
   * enough memory for it, the main thread executes it, with the same results.
   */
  async #executeDecided(request: RequestOf<'finalizeBlock'>): Promise<KeptBlock> {
    try {
      return await this.#execute(request, this.#dependencies.long);
    } catch (error) {
      if (!(error instanceof BlockThreadError)) throw error;
      this.#dependencies.onBlockError(request.height, error);
      return await this.#execute(request, undefined);
    }
  }

  async #execute(request: RequestOf<'finalizeBlock'>, long: LongTransactions | undefined): Promise<KeptBlock> {
    const { chain, mainThread } = this.#dependencies;
    const fault = this.#boundsFault(request.txs);
    if (fault !== undefined) throw new InvalidBlockError(undefined, fault);
    const block = ofBlock(request);
    const name = nameOfBlock(block, request.txs);
    const known = this.#executed.find(name);
    if (known !== undefined) return known;
    const proposal = this.#proposalOf(block, request.txs[0]);
    const transactions = await this.#decodeAll(request.txs.slice(1));
    const executed = await mainThread.runSteps('block', this.#owner, () =>
      chain.next.executeInSteps(proposal, transactions, long),
    );
    const kept = { executed, rejected: [] };
    this.#executed.keep(name, kept);
    return kept;
  }

  /**
   * What no block may have is rejected before anything of it is decoded: more transactions than its gas pays for, or
   * more bytes.
   */
  #boundsFault(entries: readonly Uint8Array[]): string | undefined {
    const { gasLimit, maxBlockBytes } = this.#dependencies.chain.rules.parameters;
    const most = Math.min(Number(gasLimit / minTransactionGas), maxEntries - 2); // a longer list is not read
    const [, ...transactions] = entries;
    if (transactions.length > most) return `too many transactions; the limit is ${most}`;
    const bytes = transactions.reduce((sum, { length }) => sum + length, 0);
    return bytes > maxBlockBytes ? `${bytes} bytes of transactions; the limit is ${maxBlockBytes}` : undefined;
  }

  #proposalOf({ proposer, time, votes, misbehaviour }: BlockRequest, first: Uint8Array | undefined): Proposal {
    const waiting = first && decodeReportTransaction(first);
    if (waiting === undefined) throw new InvalidBlockError(undefined, 'its first entry is no report of the proposer');
    return { miner: minerOf(this.#dependencies, proposer), report: { time, ...waiting, votes, misbehaviour } };
  }

  /** Most transactions are in the pool already, with their senders. */
  #decodeAll(entries: readonly Uint8Array[]): Promise<readonly Transaction[]> {
    const { mempool, decode } = this.#dependencies;
    return Promise.all(
      entries.map(async (raw, index) => {
        if (hasReportPrefix(raw)) throw new InvalidBlockError(index, 'a second report of the proposer');
        const pooled = mempool.get(keccakHash(raw));
        if (pooled !== undefined) return pooled;
        try {
          return await decode(raw);
        } catch (error) {
          if (error instanceof TransactionDecodeError) throw new InvalidBlockError(index, error.message);
          throw error;
        }
      }),
    );
  }
}

/** A transaction that no pool takes is of a faulty proposer; reading it would take all others long. */
function lengthFault(entries: readonly Uint8Array[]): string | undefined {
  const long = entries.findIndex(({ length }) => length > maxTransactionBytes);
  return long < 0 ? undefined : `entry ${long} has more than ${maxTransactionBytes} bytes`;
}

/** A validator as ABCI names it: the kind of the key follows from its length. */
export function toValidatorUpdate({ publicKey, power }: ValidatorPower) {
  return { pubKey: publicKey.length === 32 ? { ed25519: publicKey } : { secp256k1eth: publicKey }, power };
}
