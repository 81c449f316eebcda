import { define, optional } from '../dispatch/define.ts';
import { assertChainIdAt } from '../execution/call-context.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonSchema, Methods } from '../method.ts';
import type { BlockRef } from '../params/block-ref.ts';
import { stateOverridesParam } from '../params/overrides.ts';
import { paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';
import { callTraceConfigParam } from '../tracing/trace-config.ts';
import { callManyExecution, traceManyExecution } from './bundle-executions.ts';
import { type Bundle, bundlesParam, placeParam } from './bundle-params.ts';

const resultSchema: JsonSchema = {
  type: 'object',
  properties: {
    value: { type: 'string', description: 'The output, in hex without 0x.' },
    error: { description: 'Why the call failed: a text, or message and data of a revert.' },
  },
};
const time = optional(
  paramOf('timeout', 'Milliseconds for all calls; 0 for no limit of its own.', looseCountType),
  undefined,
);

/** Bundles of calls, as Erigon has them. */
export function bundleMethods(executor: Executor): Methods {
  const { chain, limits } = executor.node;
  const check = (bundles: readonly Bundle[], block: BlockRef) => {
    for (const { chainId } of bundles.flatMap(({ calls }) => calls)) assertChainIdAt(chainId, chain, block);
  };
  return {
    eth_callMany: define(
      'Runs bundles of calls, each call on the state that those before it left; changes are discarded.',
      [bundlesParam, placeParam, stateOverridesParam(limits.maxOverrideSlots), time],
      { type: 'array', items: { type: 'array', items: resultSchema } },
      ([bundles, place, stateOverrides, milliseconds], caller) => {
        check(bundles, place.block);
        const request = {
          block: place.block,
          bundles,
          place,
          stateOverrides,
          blockOverrides: {},
          timeoutMs: milliseconds,
        };
        return executor.run(callManyExecution, request, caller);
      },
    ),
    debug_traceCallMany: define(
      'Runs bundles of calls, each call on the state that those before it left, and traces them.',
      [bundlesParam, placeParam, callTraceConfigParam(limits.maxOverrideSlots)],
      { type: 'array', items: { type: 'array', items: {} } },
      ([bundles, place, { stateOverrides, blockOverrides, ...config }], caller) => {
        check(bundles, place.block);
        const request = { block: place.block, bundles, place, stateOverrides, blockOverrides, config };
        return executor.run(traceManyExecution, request, caller);
      },
    ),
  };
}
