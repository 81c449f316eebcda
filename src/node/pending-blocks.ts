import type { Chain } from '../chain/chain.ts';
import type { CommittedBlock } from '../chain/types.ts';
import type { ConsensusDriver } from '../consensus/consensus-driver.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { clearTimeout, elapsedMs, setTimeout } from '../primitives/machine.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import { endEarly, runToEnd, type Steps, stepsWhile } from '../primitives/steps.ts';
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

/** Milliseconds of work on a block after which there is a rest, and how many times as long that is. */
const restAfterMs = 10;
const restFactor = 2;

/**
 * The block at `pending`: the one that would be made now. It is made on demand, once for each head, content of the pool,
 * set of what the next block depends on, and second; in slices of the main thread, so that a full pool keeps nobody
 * waiting but those who ask for it. All who ask while one is being made share the next. Each is made from its start, which
 * takes 40 ms with 2,000 transfers: then the next one waits twice as long, so that clients who send and ask without end
 * take a third of the main thread at most.
 */
export class PendingBlocks {
  readonly #dependencies: Dependencies;
  readonly #owner: Owner = { network: 'node', connection: this, hasLeft: false };
  readonly #end = new AbortController();
  #made: { readonly inputs: string; readonly block: CommittedBlock } | undefined;
  /** monotonic milliseconds at which the next one may begin */
  #restsUntil = 0;
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
    await restUntil(this.#restsUntil, signal);
    const inputs = this.#inputs();
    const { hash } = chain.reader.head();
    const isOnHead = () => chain.reader.head().hash === hash;
    const built = await mainThread.runSteps('preview', this.#owner, (time) =>
      this.#counted(stepsWhile(driver.preview(time, limitMs), signal, isOnHead)),
    );
    if (signal.aborted) throw networkHasEnded();
    if (built !== undefined) return this.#keep(inputs, built);
    const began = elapsedMs();
    const time = { elapsed: () => elapsedMs() - began };
    return this.#keep(this.#inputs(), runToEnd(driver.preview(time, limitAtOnceMs)));
  }

  /** The steps, followed by a rest when they take long. */
  *#counted<Result>(steps: Steps<Result>): Steps<Result> {
    let workMs = 0;
    const next = () => steps.next();
    let advance = next;
    try {
      for (;;) {
        const began = elapsedMs();
        const step = advance();
        const now = elapsedMs();
        workMs += now - began;
        if (workMs > restAfterMs) this.#restsUntil = now + restFactor * workMs;
        if (step.done === true) return step.value;
        advance = next;
        try {
          yield step.value;
        } catch (error) {
          advance = () => steps.throw(error);
        }
      }
    } finally {
      endEarly(steps);
    }
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

/** Resolves at that time by `elapsedMs`, or when the signal aborts. */
async function restUntil(time: number, signal: AbortSignal): Promise<void> {
  const rest = time - elapsedMs();
  if (rest <= 0 || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.ceil(rest));
    signal.addEventListener('abort', end, { once: true });
  });
}
