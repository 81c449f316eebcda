import { type BlockOverrides, callEnvironment } from '../../evm/overrides/block-overrides.ts';
import type { StateOverrides } from '../../evm/overrides/state-overrides.ts';
import type { CallMessage } from '../../evm/transaction/apply-message.ts';
import type { ExecutionContext } from '../../evm/transaction/execution.ts';
import { createCallContext } from '../execution/call-context.ts';
import { cappedGas, paysGas, toCallMessage } from '../execution/call-message.ts';
import { assertNotStopped, type ExecutionControl, type ExecutionNode } from '../execution/execution-kind.ts';
import { contextBefore } from '../tracing/context-before.ts';
import type { Bundle, BundlePlace } from './bundle-params.ts';

export type BundleRequest = {
  readonly bundles: readonly Bundle[];
  readonly place: BundlePlace;
  readonly stateOverrides: StateOverrides;
  /** Overrides of the first block; those of a bundle come on top. */
  readonly blockOverrides: BlockOverrides;
};

type RunCall<T> = (message: CallMessage, context: ExecutionContext) => T;

/**
 * Runs bundles, each call on the state after the calls before it; returns the results of each bundle. As in Erigon,
 * block overrides also apply to the bundles after it, and each bundle is one block and one second later than the one
 * before. Throws an RpcError, and a TransactionFaultError for a call that cannot be executed.
 */
export function runBundles<T>(
  node: ExecutionNode,
  { bundles, place, stateOverrides, blockOverrides }: BundleRequest,
  control: ExecutionControl,
  run: RunCall<T>,
): readonly (readonly T[])[] {
  const context = contextAt(node, place, stateOverrides, control);
  let overrides = blockOverrides;
  return bundles.map((bundle) => {
    overrides = { ...overrides, ...given(bundle.blockOverrides) };
    const results = bundle.calls.map((call) => {
      assertNotStopped(control);
      const block = callEnvironment(context.block, overrides, { paysGas: paysGas(call) });
      return run(toCallMessage(call, cappedGas(call.gas, undefined, node.limits.gasCap)), { ...context, block });
    });
    const { number = context.block.number, time = context.block.timestamp } = overrides;
    overrides = { ...overrides, number: BigInt.asUintN(64, number + 1n), time: BigInt.asUintN(64, time + 1n) };
    return results;
  });
}

/** The state at that position, with the block environment of its transactions. */
function contextAt(
  node: ExecutionNode,
  { block, index }: BundlePlace,
  stateOverrides: StateOverrides,
  control: ExecutionControl,
): ExecutionContext {
  const target = { block, stateOverrides, blockOverrides: {}, paysGas: true, exactHalt: true } as const;
  if (index === undefined) return createCallContext(node, target, control);
  return contextBefore(node, target, { member: 'transactionIndex', index }, control);
}

/** Without the members that are undefined, which would hide those of an earlier bundle. */
function given(overrides: BlockOverrides): BlockOverrides {
  return Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
}
