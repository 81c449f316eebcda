import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { define, optional } from '../dispatch/define.ts';
import { isPending } from '../evm-common/resolve-block.ts';
import { callCacheKey } from '../execution/call-cache-key.ts';
import { assertChainIdAt } from '../execution/call-context.ts';
import {
  accessListExecution,
  type CallExecution,
  callExecution,
  estimateGasExecution,
} from '../execution/call-executions.ts';
import type { ExecutionKind } from '../execution/execution-kind.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonValue } from '../json-value.ts';
import type { JsonSchema, Method, Methods } from '../method.ts';
import { blockRefParam, latest, pending, unfinished } from '../params/block-ref.ts';
import { dataSchema } from '../params/bytes.ts';
import { callParam } from '../params/call-type.ts';
import { blockOverridesParam, stateOverridesParam } from '../params/overrides.ts';
import { quantitySchema } from '../params/quantity.ts';
import type { Call } from '../session.ts';
import { TextCache } from '../text-cache.ts';

/** Execution without a transaction. */
export function callMethods(executor: Executor): Methods {
  const { chain, limits } = executor.node;
  // the transaction that an estimate is for will be in the next block, whose time may be far from that of the newest
  const estimated = chain.identity.network === 'dev' ? pending : latest;
  const cache = new TextCache(chain.cacheSizes.calls, () => chain.head().hash);
  type Run = (request: CallExecution, call: Call) => MaybePromise<JsonValue>;
  const method = (summary: string, result: JsonSchema, run: Run, usual = latest): Method => {
    const params = [
      callParam,
      optional(blockRefParam, usual),
      stateOverridesParam(limits.maxOverrideSlots),
      blockOverridesParam,
    ] as const;
    return define(summary, params, result, ([call, block, stateOverrides, blockOverrides], caller) => {
      assertChainIdAt(call.chainId, chain, block);
      return run({ call, block, stateOverrides, blockOverrides }, caller);
    });
  };
  const execute =
    (kind: ExecutionKind<CallExecution>): Run =>
    (request, caller) =>
      executor.run(kind, request, caller);
  return {
    eth_call: method(
      'Runs a call on the state after a block and returns its output; changes are discarded.',
      dataSchema,
      (request, caller) => {
        const key = callCacheKey(request.call, request);
        const run = () => executor.run(callExecution, request, caller);
        return key === undefined ? run() : cache.getOrMake(key, run);
      },
    ),
    eth_estimateGas: method(
      'The gas limit with which a call succeeds, while it fails with one less.',
      quantitySchema,
      (request, caller) => execute(estimateGasExecution)(withinPending(request), caller),
      estimated,
    ),
    eth_createAccessList: method(
      'The access list of a call (EIP-2930), and the gas that the call uses with it.',
      { type: 'object' },
      execute(accessListExecution),
    ),
  };
}

/** At `pending` the transaction would be the last of that block, before its end. */
function withinPending(request: CallExecution): CallExecution {
  return isPending(request.block) ? { ...request, block: unfinished } : request;
}
