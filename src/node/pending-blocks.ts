import type { Chain } from '../chain/chain.ts';
import type { CommittedBlock } from '../chain/types.ts';
import type { ConsensusDriver } from '../consensus/consensus-driver.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { elapsedMs } from '../primitives/machine.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import { runToEnd, stepsWhile } from '../primitives/steps.ts';
import { networkHasEnded } from '../rpc/execution/errors.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import type { Owner } from '../scheduling/owner.ts';

type Dependencies = {
  readonly chain: Chain;
  readonly mempool: Pick<Mempool, 'changes'>;
  readonly driver: Pick<ConsensusDriver, 'preview' | 'previewInputs'>;
  readonly mainThread: MainThread;
};

/** Milliseconds of the block: more than of one that is made, because only those wait who ask for it. */
const limitMs = 1_000;
/** The same where blocks are made so fast that none is ready before the next. */
const limitAtOnceMs = 10;

/**
 * The block at `pending`: the one that would be made now. It is made on demand, once for each head, content of the pool,
 * set of what the next block depends on, and second; in slices of the main thread, so that a full pool keeps nobody
 * waiting but those who ask for it. All who ask while one is being made share the next.
 */
export class PendingBlocks {
  readonly #dependencies: Dependencies;
  readonly #owner: Owner = { network: 'node', connection: this, hasLeft: false };
  readonly #end = new AbortController();
  #made: { readonly inputs: string; readonly block: CommittedBlock } | undefined;
  #making: { readonly inputs: string; readonly block: Promise<CommittedBlock> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * The block; from then on the chain reads it at `pending`. Rejects with an RpcError when the node stops, and as the
   * execution of a block fails.
   */
  get(): MaybePromise<CommittedBlock> {
    const inputs = this.#inputs();
    if (this.#made?.inputs === inputs) return this.#made.block;
    const making = this.#making;
    if (making?.inputs === inputs) return making.block;
    if (making === undefined) return this.#begin(inputs);
    const again = () => this.get();
    return making.block.then(again, again);
  }

  /** Makes none any more. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.#making?.block.catch(() => {});
  }

  #begin(inputs: string): Promise<CommittedBlock> {
    const block = this.#make().finally(() => {
      this.#making = undefined;
    });
    this.#making = { inputs, block };
    return block;
  }

  async #make(): Promise<CommittedBlock> {
    const { chain, driver, mainThread } = this.#dependencies;
    const { signal } = this.#end;
    const inputs = this.#inputs();
    const { hash } = chain.reader.head();
    const isOnHead = () => chain.reader.head().hash === hash;
    const built = await mainThread.runSteps('preview', this.#owner, (time) =>
      stepsWhile(driver.preview(time, limitMs), signal, isOnHead),
    );
    if (signal.aborted) throw networkHasEnded();
    if (built !== undefined) return this.#keep(inputs, built);
    const began = elapsedMs();
    const time = { elapsed: () => elapsedMs() - began };
    return this.#keep(this.#inputs(), runToEnd(driver.preview(time, limitAtOnceMs)));
  }

  #keep(inputs: string, { executed, changes }: ReturnType<Chain['build']>): CommittedBlock {
    this.#made = { inputs, block: executed };
    this.#dependencies.chain.reader.states.pending = { header: executed.block.header, changes };
    return executed;
  }

  #inputs(): string {
    const { chain, mempool, driver } = this.#dependencies;
    return `${chain.reader.head().hash} ${mempool.changes} ${driver.previewInputs()}`;
  }
}
