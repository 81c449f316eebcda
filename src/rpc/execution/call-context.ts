import type { ChainReader } from '../../chain/types.ts';
import { type BlockOverrides, callEnvironment } from '../../evm/overrides/block-overrides.ts';
import {
  overrideFault,
  overrideFaultText,
  overrideNatives,
  overrideState,
  type StateOverrides,
} from '../../evm/overrides/state-overrides.ts';
import type { ExecutionContext } from '../../evm/transaction/execution.ts';
import type { BlockEnvironment, Tracer } from '../../kernel/engine.ts';
import { feeCollector } from '../../kernel/module-account.ts';
import { createWorldState, type JournaledState } from '../../state/world-state.ts';
import { aboveHead, requireHeight, requireState } from '../evm-common/resolve-block.ts';
import type { BlockRef } from '../params/block-ref.ts';
import { RpcError } from '../rpc-error.ts';
import { assertChainId } from './call-message.ts';
import type { ExecutionControl, ExecutionNode } from './execution-kind.ts';

/** The block that a call runs on, and its overrides. */
export type CallTarget = {
  readonly block: BlockRef;
  readonly stateOverrides: StateOverrides;
  readonly blockOverrides: BlockOverrides;
  readonly paysGas: boolean;
  /** Name the exact reason of a halt, at the price of a second run. */
  readonly exactHalt?: true;
  readonly tracer?: Tracer;
};

/** Prepares a run on the state after a block, which `control` ends; its changes are discarded. Throws an RpcError. */
export function createCallContext(
  node: ExecutionNode,
  target: CallTarget,
  control: ExecutionControl,
): ExecutionContext {
  const state = createWorldState(requireState(node.chain, target.block));
  return overriddenContext(node, target, control, { state, environment: environmentOf(node.chain, target.block) });
}

/** The same on a given state, which it changes, and environment. */
export function overriddenContext(
  node: ExecutionNode,
  target: CallTarget,
  control: ExecutionControl,
  { state, environment }: { readonly state: JournaledState; readonly environment: BlockEnvironment },
): ExecutionContext {
  const { engine, natives } = node;
  const { stateOverrides, blockOverrides, tracer, exactHalt } = target;
  assertOverridable(node, stateOverrides);
  overrideState(state, stateOverrides);
  return {
    engine,
    state,
    feeCollector,
    block: callEnvironment(environment, blockOverrides, target),
    run: {
      natives: overrideNatives(natives, stateOverrides),
      shouldStop: () => control.shouldStop(),
      maxNativeGas: control.maxNativeGas,
      maxLogBytes: control.maxLogBytes,
      ...(tracer === undefined ? {} : { tracer }),
      ...(exactHalt === undefined ? {} : { exactHalt }),
    },
  };
}

/** Throws an RpcError for overrides that contradict each other. */
function assertOverridable({ natives }: ExecutionNode, overrides: StateOverrides): void {
  const fault = overrideFault(overrides, natives);
  if (fault !== undefined) throw new RpcError(-32000, overrideFaultText(fault));
}

/** Throws an RpcError when a call names another chain id than calls on the block have, or there is no such block. */
export function assertChainIdAt(requested: bigint | undefined, chain: ChainReader, block: BlockRef): void {
  if (requested !== undefined) assertChainId(requested, environmentOf(chain, block).chainId);
}

/** The environment of the block; the pending one as it was last made. Throws an RpcError. */
export function environmentOf(chain: ChainReader, block: BlockRef): BlockEnvironment {
  const environment = chain.states.environmentAt(aboveHead(block) ?? requireHeight(chain, block));
  if (environment === undefined) throw new RpcError(-32000, 'header not found');
  return environment;
}
