import { callEnvironment, noBlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { PausableContext } from '../../evm/transaction/execution.ts';
import { feeCollector } from '../../kernel/module-account.ts';
import type { Hash } from '../../primitives/hash.ts';
import { createWorldState } from '../../state/world-state.ts';
import { requireState } from '../evm-common/resolve-block.ts';
import { latest } from '../params/block-ref.ts';
import { type CallDependencies, environmentOf } from './call-context.ts';
import type { ExecutionBudget } from './execution-budget.ts';

/**
 * Where plain calls on the newest block run: all of them on one state until the next block, so that the engine keeps what
 * it has loaded. A plain call names no fee and authorizes nobody: such a one would leave its marks.
 */
export class HeadCallContext {
  readonly #parts: CallDependencies;
  #stage: PreparedContext | undefined;

  constructor(parts: CallDependencies) {
    this.#parts = parts;
  }

  /** For one call, which runs in that time. */
  context(time: ExecutionBudget): PausableContext {
    const { hash } = this.#parts.chain.head();
    if (this.#stage?.head !== hash) this.#stage = this.#prepare(hash);
    this.#stage.time = time;
    return this.#stage.context;
  }

  /** Leaves the stage to the call that is paused on it; the next ones get another. */
  detach(): void {
    this.#stage = undefined;
  }

  #prepare(head: Hash): PreparedContext {
    const { chain, engine, natives } = this.#parts;
    const stage: PreparedContext = {
      head,
      time: undefined,
      context: {
        engine,
        state: createWorldState(requireState(chain, latest)),
        feeCollector,
        block: callEnvironment(environmentOf(this.#parts, latest), noBlockOverrides, { paysGas: false }),
        run: { natives, exactHalt: true, discards: true, shouldStop: () => stage.time?.isExhausted() === true },
      },
    };
    return stage;
  }
}

type PreparedContext = {
  readonly head: Hash;
  readonly context: PausableContext;
  /** of the call that runs */
  time: ExecutionBudget | undefined;
};
