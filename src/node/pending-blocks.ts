import type { Chain } from '../chain/chain.ts';
import type { BlockPlan } from '../chain/next-block.ts';
import type { CommittedBlock, UnfinishedBlock } from '../chain/types.ts';
import type { ConsensusDriver } from '../consensus/consensus-driver.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { clearTimeout, elapsedMs, setTimeout } from '../primitives/machine.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import { endEarly, runToEnd, type Steps, stepsWhile } from '../primitives/steps.ts';
import { networkHasEnded } from '../rpc/execution/errors.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import type { Owner } from '../scheduling/owner.ts';
import { type Made, MadeOnDemand } from './made-on-demand.ts';

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
 * The block at `pending`: the one that would be made now, and the same before its end, which takes a fraction of the time
 * when few transactions wait. Each is made on demand, once for each head, content of the pool, set of what the next block
 * depends on, and second; in slices of the main thread, so that a full pool keeps nobody waiting but those who ask for it.
 * Each is made from its start, which takes 40 ms with 2,000 transfers: then the next one waits twice as long, so that
 * clients who send and ask without end take a third of the main thread at most.
 */
export class PendingBlocks {
  readonly #dependencies: Dependencies;
  readonly #owner: Owner = { network: 'node', connection: this, hasLeft: false };
  readonly #end = new AbortController();
  readonly #whole: MadeOnDemand<CommittedBlock>;
  readonly #unfinished: MadeOnDemand<UnfinishedBlock>;
  /** settles when the one before has been made: of both kinds one at a time is */
  #last: Promise<unknown> = Promise.resolve();
  /** monotonic milliseconds at which the next one may begin */
  #restsUntil = 0;

  constructor(dependencies: Dependencies) {
    const { chain } = dependencies;
    const { states } = chain.reader;
    this.#dependencies = dependencies;
    const inputs = () => this.#inputs();
    const build = ({ proposal, candidates, deadline, long }: BlockPlan) =>
      chain.next.buildInSteps(proposal, candidates, deadline, long);
    this.#whole = new MadeOnDemand(inputs, () =>
      this.#make(build, ({ executed, changes }) => {
        states.pending = { header: executed.block.header, changes };
        return executed;
      }),
    );
    const fill = (plan: BlockPlan) => chain.next.fillInSteps(plan);
    this.#unfinished = new MadeOnDemand(inputs, () =>
      this.#make(fill, (block) => {
        states.unfinished = block;
        return block;
      }),
    );
  }

  /**
   * The block; from then on the chain reads it at `pending`. Rejects with an RpcError when the node stops, and as the
   * execution of a block fails.
   */
  get(): MaybePromise<CommittedBlock> {
    return this.#whole.get();
  }

  /** The same before its end; from then on the chain reads it as its unfinished block. */
  unfinished(): MaybePromise<UnfinishedBlock> {
    return this.#unfinished.get();
  }

  /** Makes none any more. */
  async close(): Promise<void> {
    this.#end.abort();
    await Promise.all([this.#whole.idle(), this.#unfinished.idle()]);
  }

  /** `keep` is called at once with what has been built. */
  #make<Built, Block>(build: (plan: BlockPlan) => Steps<Built>, keep: (built: Built) => Block): Promise<Made<Block>> {
    const made = this.#last.then(() => this.#makeNext(build, keep));
    this.#last = made.catch(() => {});
    return made;
  }

  async #makeNext<Built, Block>(
    build: (plan: BlockPlan) => Steps<Built>,
    keep: (built: Built) => Block,
  ): Promise<Made<Block>> {
    const { chain, driver, mainThread } = this.#dependencies;
    const { signal } = this.#end;
    await restUntil(this.#restsUntil, signal);
    const inputs = this.#inputs();
    const { hash } = chain.reader.head();
    const isOnHead = () => chain.reader.head().hash === hash;
    const built = await mainThread.runSteps('preview', this.#owner, (time) =>
      this.#counted(stepsWhile(build(driver.preview(time, limitMs)), signal, isOnHead)),
    );
    if (signal.aborted) throw networkHasEnded();
    if (built !== undefined) return { inputs, value: keep(built) };
    const began = elapsedMs();
    const time = { elapsed: () => elapsedMs() - began };
    return { inputs: this.#inputs(), value: keep(runToEnd(build(driver.preview(time, limitAtOnceMs)))) };
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
