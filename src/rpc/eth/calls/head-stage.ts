import { callEnvironment, noBlockOverrides } from '../../../evm/overrides/block-overrides.ts';
import type { ExecutionContext } from '../../../evm/transaction/execution.ts';
import { feeCollector } from '../../../kernel/module-account.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { createWorldState } from '../../../state/world-state.ts';
import { latest } from '../../params/block-ref.ts';
import { requireState } from '../resolve-block.ts';
import { type CallParts, environmentOf } from './call-context.ts';

/**
 * Where plain calls on the newest block run: all of them on one state until the next block, so that the engine keeps what
 * it has loaded. A plain call names no fee and authorizes nobody: such a one would leave its marks.
 */
export class HeadStage {
  readonly #parts: CallParts;
  #head: Hash | undefined;
  #context: ExecutionContext | undefined;
  /** on the clock of `performance` */
  #deadline = 0;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  /** For one call, which may run for so many milliseconds from now on. */
  context(milliseconds: number): ExecutionContext {
    const { chain } = this.#parts;
    const { hash } = chain.head();
    if (this.#context === undefined || hash !== this.#head) this.#context = this.#prepare();
    this.#head = hash;
    this.#deadline = performance.now() + milliseconds;
    return this.#context;
  }

  #prepare(): ExecutionContext {
    const { chain, engine, natives } = this.#parts;
    return {
      engine,
      state: createWorldState(requireState(chain, latest)),
      feeCollector,
      block: callEnvironment(environmentOf(this.#parts, latest), noBlockOverrides, { paysGas: false }),
      run: { natives, exactHalt: true, discards: true, shouldStop: () => performance.now() > this.#deadline },
    };
  }
}
