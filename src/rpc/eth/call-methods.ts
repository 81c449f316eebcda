import { CallFaultError, outcomeFault } from '../../evm/call-fault.ts';
import { estimateGasInSlices } from '../../evm/estimate-gas.ts';
import { applyMessageInSlices, type CallMessage } from '../../evm/transaction/apply-message.ts';
import type { AppliedTransaction } from '../../evm/transaction/execution.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { andThen, type MaybePromise } from '../../primitives/maybe-promise.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define, optional } from '../dispatch/define.ts';
import { callCacheKey } from '../execution/call-cache-key.ts';
import { type CallDependencies, createCallContext } from '../execution/call-context.ts';
import { assertChainId, cappedGas, paysGas, toCallMessage } from '../execution/call-message.ts';
import type { ExecutionBudget } from '../execution/execution-budget.ts';
import type { ExecutionScheduler } from '../execution/execution-scheduler.ts';
import { HeadCallContext } from '../execution/head-call-context.ts';
import { HeadResponseCache } from '../head-response-cache.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import { dataSchema } from '../params/bytes.ts';
import type { CallRequest } from '../params/call-request.ts';
import { callParam } from '../params/call-type.ts';
import { blockOverridesParam, stateOverridesParam } from '../params/overrides.ts';
import { quantitySchema } from '../params/quantity.ts';
import type { Call, Methods } from '../types.ts';

const params = [callParam, optional(blockRefParam, latest), stateOverridesParam, blockOverridesParam] as const;

/** Characters of cached calls at the head and of their results. */
const keptCharacters = 8 * 1024 * 1024;

/** Runs a call within a budget. */
type Apply = (message: CallMessage, budget: ExecutionBudget) => MaybePromise<AppliedTransaction>;

/** Execution without a transaction. */
export function callMethods(dependencies: CallDependencies, scheduler: ExecutionScheduler): Methods {
  const { chain, limits } = dependencies;
  const cache = new HeadResponseCache(chain, keptCharacters);
  const head = new HeadCallContext(dependencies);
  const runCall = (request: CallRequest, call: Call, apply: Apply): MaybePromise<Hex> => {
    const message = toCallMessage(request, cappedGas(request.gas, undefined, limits.gasCap));
    return andThen(
      scheduler.run(call, (budget) => apply(message, budget)),
      outputOf,
    );
  };
  const applyAtHead: Apply = (message, budget) => {
    const applied = applyMessageInSlices(message, head.context(budget), budget);
    if (applied instanceof Promise) head.detach();
    return applied;
  };
  return {
    eth_call: define(
      'Runs a call on the state after a block and returns its output; changes are discarded.',
      params,
      dataSchema,
      ([request, block, stateOverrides, blockOverrides], call) => {
        assertChainId(request.chainId, chain.identity.chainId);
        const target = { block, stateOverrides, blockOverrides };
        const key = callCacheKey(request, target);
        if (key !== undefined) return cache.getOrCreate(key, () => runCall(request, call, applyAtHead));
        return runCall(request, call, (message, budget) => {
          const limited = { ...target, exactHalt: true, shouldStop: () => budget.isExhausted() } as const;
          const context = createCallContext(dependencies, { ...limited, paysGas: paysGas(request) });
          return applyMessageInSlices(message, context, budget);
        });
      },
    ),
    eth_estimateGas: define(
      'The gas limit with which a call succeeds, while it fails with one less.',
      params,
      quantitySchema,
      ([request, block, stateOverrides, blockOverrides], call) => {
        assertChainId(request.chainId, chain.identity.chainId);
        const target = { block, stateOverrides, blockOverrides, paysGas: paysGas(request) };
        const estimate = scheduler.run(call, (budget) => {
          const context = createCallContext(dependencies, { ...target, shouldStop: () => budget.isExhausted() });
          const message = toCallMessage(request, cappedGas(request.gas, context.block.gasLimit, limits.gasCap));
          return estimateGasInSlices(message, context, budget);
        });
        return andThen(estimate, quantity);
      },
    ),
  };
}

/** What a call returned; throws a CallFaultError when it failed. */
function outputOf({ outcome }: AppliedTransaction): Hex {
  const fault = outcomeFault(outcome);
  if (fault !== undefined) throw new CallFaultError(fault);
  return toHex(outcome.output);
}
