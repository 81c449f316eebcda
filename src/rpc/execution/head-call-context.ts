import type { ChainReader } from '../../chain/types.ts';
import { callEnvironment, noBlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { ExecutionContext } from '../../evm/transaction/execution.ts';
import type { Engine, NativeContracts } from '../../kernel/engine.ts';
import { feeCollector } from '../../kernel/module-account.ts';
import type { Hash } from '../../primitives/hash.ts';
import { createWorldState } from '../../state/world-state.ts';
import { requireState } from '../evm-common/resolve-block.ts';
import { latest } from '../params/block-ref.ts';
import { environmentOf } from './call-context.ts';
import type { ExecutionControl } from './execution-kind.ts';

type Dependencies = { readonly chain: ChainReader; readonly engine: Engine; readonly natives: NativeContracts };

/**
 * The context of plain calls on the newest block. All of them share one state until the next block, so that the engine
 * keeps what it has loaded. A plain call names no fee and no authorization, which would change that state.
 */
export class HeadCallContext {
  readonly #parts: Dependencies;
  #head: Hash | undefined;
  #context: ExecutionContext | undefined;
  /** Control of the running call. */
  #control: ExecutionControl | undefined;

  constructor(parts: Dependencies) {
    this.#parts = parts;
  }

  /** The context for one call, which `control` ends. */
  context(control: ExecutionControl): ExecutionContext {
    const { hash } = this.#parts.chain.head();
    if (this.#context === undefined || this.#head !== hash) this.#context = this.#prepare();
    this.#head = hash;
    this.#control = control;
    return this.#context;
  }

  #prepare(): ExecutionContext {
    const { chain, engine, natives } = this.#parts;
    const shouldStop = () => this.#control?.shouldStop() === true;
    const maxNativeGas = () => this.#control?.maxNativeGas;
    const maxLogBytes = () => this.#control?.maxLogBytes;
    return {
      engine,
      state: createWorldState(requireState(chain, latest)),
      feeCollector,
      block: callEnvironment(environmentOf(chain, latest), noBlockOverrides, { paysGas: false }),
      run: {
        ...{ natives, exactHalt: true, discards: true, shouldStop },
        get maxNativeGas() {
          return maxNativeGas();
        },
        get maxLogBytes() {
          return maxLogBytes();
        },
      },
    };
  }
}
