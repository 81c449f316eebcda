import { type BlockOverrides, callEnvironment } from '../../evm/overrides/block-overrides.ts';
import {
  overrideFault,
  overrideFaultText,
  overrideNatives,
  overrideState,
  type StateOverrides,
} from '../../evm/overrides/state-overrides.ts';
import type { PausableContext } from '../../evm/transaction/execution.ts';
import { type BlockEnvironment, ExecutionStoppedError, type Tracer } from '../../kernel/engine.ts';
import { feeCollector } from '../../kernel/module-account.ts';
import { createWorldState } from '../../state/world-state.ts';
import type { EthDependencies, EthLimits } from '../evm-common/dependencies.ts';
import { timeoutError } from '../evm-common/errors.ts';
import { requireHeight, requireState } from '../evm-common/resolve-block.ts';
import type { BlockRef } from '../params/block-ref.ts';
import { RpcError } from '../types.ts';

export type CallDependencies = Pick<EthDependencies, 'chain' | 'engine' | 'natives' | 'limits'>;

/** The block that a call runs on, and its overrides. */
export type CallTarget = {
  readonly block: BlockRef;
  readonly stateOverrides: StateOverrides;
  readonly blockOverrides: BlockOverrides;
  readonly paysGas: boolean;
  /** Name the exact reason of a halt, at the price of a second run. */
  readonly exactHalt?: true;
  readonly tracer?: Tracer;
  /** Stops the run; without it, the time limit of the node applies. */
  readonly shouldStop?: () => boolean;
};

/** Prepares a run on the state after a block; its changes are discarded. Throws an RpcError. */
export function createCallContext(dependencies: CallDependencies, target: CallTarget): PausableContext {
  const { engine, natives, limits } = dependencies;
  const { stateOverrides, blockOverrides, tracer, exactHalt, shouldStop } = target;
  assertOverrideLimit([stateOverrides], limits);
  const fault = overrideFault(stateOverrides, natives);
  if (fault !== undefined) throw new RpcError(-32000, overrideFaultText(fault));
  const state = createWorldState(requireState(dependencies.chain, target.block));
  overrideState(state, stateOverrides);
  return {
    engine,
    state,
    feeCollector,
    block: callEnvironment(environmentOf(dependencies, target.block), blockOverrides, target),
    run: {
      natives: overrideNatives(natives, stateOverrides),
      ...(shouldStop === undefined ? stopAfter(limits.evmTimeout) : { shouldStop }),
      ...(tracer === undefined ? {} : { tracer }),
      ...(exactHalt === undefined ? {} : { exactHalt }),
    },
  };
}

/** Throws an RpcError when a request overrides more accounts and slots, all in all, than the node allows. */
export function assertOverrideLimit(
  overrides: readonly StateOverrides[],
  { maxOverrideSlots }: Pick<EthLimits, 'maxOverrideSlots'>,
): void {
  let count = 0;
  for (const each of overrides) {
    for (const { state, stateDiff } of each.values()) count += 1 + (state?.size ?? 0) + (stateDiff?.size ?? 0);
  }
  if (count <= maxOverrideSlots) return;
  const limit = `json-rpc.max-override-slots is ${maxOverrideSlots}`;
  throw new RpcError(-32005, `too many state overrides: ${count} accounts and slots, ${limit}`);
}

/** The environment of the block, or of the next block for pending. Throws an RpcError. */
export function environmentOf({ chain }: CallDependencies, block: BlockRef): BlockEnvironment {
  const isPending = block.by === 'tag' && block.tag === 'pending';
  const environment = chain.environmentAt(isPending ? 'next' : requireHeight(chain, block));
  if (environment === undefined) throw new RpcError(-32000, 'header not found');
  return environment;
}

function stopAfter(milliseconds: number): { shouldStop?: () => boolean } {
  if (milliseconds === 0) return {};
  const deadline = performance.now() + milliseconds;
  return { shouldStop: () => performance.now() > deadline };
}

/** Runs a function that executes code; an execution that took too long becomes an RpcError. */
export function withTimeLimit<T>({ limits }: Pick<CallDependencies, 'limits'>, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof ExecutionStoppedError ? timeoutError(limits.evmTimeout) : error;
  }
}
