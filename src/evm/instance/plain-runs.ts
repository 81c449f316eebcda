import type { BlockEnvironment, Message, RunOptions } from '../../kernel/engine.ts';
import type { PlainOutcome, PlainRuns, PlainTransaction } from '../../kernel/plain-runs.ts';
import type { Address } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import type { EvmInstance } from './evm-instance.ts';
import { Run } from './run.ts';

/**
 * Gas limits of the transactions of a block, in sum, that may turn out not to be plain: their execution begins twice,
 * which somebody could cause on purpose with long ones.
 */
const maxRepeatedGas = 10_000_000n;

/** Instances of the interpreter that are not in use. */
export type InstancePool = { take(): EvmInstance; give(instance: EvmInstance): void };

/** An instance that holds changes, the version of the state beneath them, and code of contracts created meanwhile. */
type Holder = {
  readonly instance: EvmInstance;
  readonly version: number;
  readonly newCodes: Map<string, Uint8Array>;
};

/** Plain transactions of one block in one instance; between `flush` and the next transaction it has none. */
export class InstancePlainRuns implements PlainRuns {
  readonly #pool: InstancePool;
  readonly #block: BlockEnvironment;
  readonly #state: WorldState;
  readonly #feeCollector: Address;
  #holder: Holder | undefined;
  /** contracts that came to something that is not plain: they are likely to do so again */
  readonly #notPlain = new Set<Address>();
  #repeatedGas = 0n;

  constructor(pool: InstancePool, block: BlockEnvironment, state: WorldState, feeCollector: Address) {
    this.#pool = pool;
    this.#block = block;
    this.#state = state;
    this.#feeCollector = feeCollector;
  }

  run(txs: readonly PlainTransaction[], gas: bigint, options: RunOptions): PlainOutcome[] {
    const plain = this.#likelyPlain(txs);
    const first = plain[0];
    if (first === undefined) return [];
    if (this.#holder?.instance.isFull === true) this.flush();
    const isFirst = this.#holder === undefined;
    this.#holder ??= { instance: this.#pool.take(), version: this.#state.version, newCodes: new Map() };
    const { instance, version, newCodes } = this.#holder;
    if (version !== this.#state.version) throw new Error('the state has changed beneath the changes of the engine');
    const run = new Run(this.#block, messageOf(first), this.#state, options, newCodes);
    const { outcomes, isNextPlain } = instance.executePlain(run, plain, gas, this.#feeCollector, isFirst);
    const next = plain[outcomes.length];
    if (next !== undefined && !isNextPlain) {
      this.#notPlain.add(next.to);
      this.#repeatedGas += next.gasLimit;
    }
    return outcomes;
  }

  /** Those before the first that is likely not to be plain. */
  #likelyPlain(txs: readonly PlainTransaction[]): readonly PlainTransaction[] {
    if (this.#repeatedGas > maxRepeatedGas) return [];
    if (this.#notPlain.size === 0) return txs;
    const end = txs.findIndex(({ to }) => this.#notPlain.has(to));
    return end === -1 ? txs : txs.slice(0, end);
  }

  output(): Uint8Array {
    if (this.#holder === undefined) throw new Error('no transaction was executed');
    return this.#holder.instance.lastOutput();
  }

  flush(): void {
    if (this.#holder === undefined) return;
    const { instance, version, newCodes } = this.#holder;
    this.#holder = undefined;
    instance.writePlain(this.#state, newCodes, version);
    this.#pool.give(instance);
  }
}

function messageOf(tx: PlainTransaction): Message {
  const { sender, to, value, data, gasLimit, gasPrice, accessList, gasCost } = tx;
  return {
    caller: sender,
    origin: sender,
    to,
    value,
    data,
    gas: gasLimit - gasCost.intrinsic,
    gasPrice,
    blobHashes: [],
    accessList,
    warmAccounts: [],
    refund: 0n,
  };
}
