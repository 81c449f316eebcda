import type { ExecutedBlock } from '../../chain/commit-block.ts';
import type { Proposal } from '../../chain/environment.ts';
import { InvalidBlockError } from '../../chain/execute-block.ts';
import { TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ValidatorPower } from '../../kernel/validator-set.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { StateView } from '../../state/types.ts';
import { runInTurns } from '../building/run-in-turns.ts';
import type { RequestOf, ResponseOf } from './abci/abci-server.ts';
import { minerOf, type ProposerDependencies } from './block-proposer.ts';
import { type BlockRequest, nameOfBlock, ofBlock } from './block-request.ts';
import type { ExecutedBlocks } from './executed-blocks.ts';
import { type ConsensusRules, evidenceParams } from './genesis-file.ts';
import { decodeReportTransaction, hasReportPrefix } from './report-transaction.ts';

export type ExecutorDependencies = Pick<ProposerDependencies, 'chain' | 'mempool' | 'clock' | 'operatorOf' | 'long'> & {
  /**
   * EIP-2718 bytes → transaction, with priority over transactions for the pool. Rejects with a TransactionDecodeError.
   */
  readonly decode: (raw: Uint8Array) => Promise<Transaction>;
  readonly consensusRules: (state: StateView) => ConsensusRules;
  /** Called with the reason when a proposal of another validator is rejected. */
  readonly onInvalidProposal: (height: number, reason: string) => void;
};

/** ProposalStatus of ABCI */
const [accept, reject] = [1, 2];

/** Executes proposed and decided blocks, and commits the decided ones. */
export class BlockExecutor {
  readonly #dependencies: ExecutorDependencies;
  readonly #executed: ExecutedBlocks;
  #decided: ExecutedBlock | undefined;

  constructor(dependencies: ExecutorDependencies, executed: ExecutedBlocks) {
    this.#dependencies = dependencies;
    this.#executed = executed;
  }

  /** Whether this validator votes for a proposed block: when it can be executed. */
  async process(request: RequestOf<'processProposal'>): Promise<ResponseOf<'processProposal'>> {
    try {
      await this.#execute(request);
      return { status: accept };
    } catch (error) {
      if (!(error instanceof InvalidBlockError)) throw error;
      this.#dependencies.onInvalidProposal(request.height, error.message);
      return { status: reject };
    }
  }

  /** Executes the decided block, unless it was executed as a proposal. Nothing is written yet. */
  async finalize(request: RequestOf<'finalizeBlock'>): Promise<ResponseOf<'finalizeBlock'>> {
    const executed = await this.#execute(request);
    this.#decided = executed;
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
    const before = parent > 0 ? chain.reader.stateAt(parent - 1) : undefined;
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
    const { chain, clock } = this.#dependencies;
    await runInTurns(chain.commitInSteps(decided), clock);
    return decided.block.header.number;
  }

  async #execute(request: RequestOf<'finalizeBlock'>): Promise<ExecutedBlock> {
    const { chain, clock, long } = this.#dependencies;
    const block = ofBlock(request);
    const next = chain.reader.head().number + 1;
    if (block.height !== next) throw new Error(`CometBFT is at block ${block.height}, this chain at ${next}`);
    const name = nameOfBlock(block, request.txs);
    const known = this.#executed.find(name);
    if (known !== undefined) return known;
    const proposal = this.#proposalOf(block, request.txs[0]);
    const transactions = await this.#decodeAll(request.txs.slice(1));
    const executed = await runInTurns(chain.executeInSteps(proposal, transactions, long), clock);
    this.#executed.keep(name, executed);
    return executed;
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

/** A validator as ABCI names it: the kind of the key follows from its length. */
export function toValidatorUpdate({ publicKey, power }: ValidatorPower) {
  return { pubKey: publicKey.length === 32 ? { ed25519: publicKey } : { secp256k1eth: publicKey }, power };
}
