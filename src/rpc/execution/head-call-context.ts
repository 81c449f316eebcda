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
 * The context of plain calls on the newest block. All of them share one state until the next block, so that the engine
 * keeps what it has loaded. A plain call names no fee and no authorization, which would change that state.
 */
export class HeadCallContext {
  readonly #dependencies: CallDependencies;
  #prepared: PreparedContext | undefined;

  constructor(dependencies: CallDependencies) {
    this.#dependencies = dependencies;
  }

  /** The context for one call with that budget. */
  context(budget: ExecutionBudget): PausableContext {
    const { hash } = this.#dependencies.chain.head();
    if (this.#prepared?.head !== hash) this.#prepared = this.#prepare(hash);
    this.#prepared.budget = budget;
    return this.#prepared.context;
  }

  /** Leaves the context to the call that is paused in it; later calls get a new one. */
  detach(): void {
    this.#prepared = undefined;
  }

  #prepare(head: Hash): PreparedContext {
    const { chain, engine, natives } = this.#dependencies;
    const prepared: PreparedContext = {
      head,
      budget: undefined,
      context: {
        engine,
        state: createWorldState(requireState(chain, latest)),
        feeCollector,
        block: callEnvironment(environmentOf(this.#dependencies, latest), noBlockOverrides, { paysGas: false }),
        run: { natives, exactHalt: true, discards: true, shouldStop: () => prepared.budget?.isExhausted() === true },
      },
    };
    return prepared;
  }
}

type PreparedContext = {
  readonly head: Hash;
  readonly context: PausableContext;
  /** of the running call */
  budget: ExecutionBudget | undefined;
};
