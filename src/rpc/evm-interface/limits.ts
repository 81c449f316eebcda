import type { EthLimits } from '../evm-common/dependencies.ts';
import type { ExecutionLimits } from '../execution/execution-kind.ts';
import type { JsonRpcOptions } from '../options.ts';

/** The limits of executions that the options set. */
export function executionLimits(options: JsonRpcOptions): ExecutionLimits {
  return {
    gasCap: BigInt(options['gas-cap']),
    evmTimeoutMs: options['evm-timeout'],
    maxResponseBytes: options['max-response-size'],
    maxTraceBytes: options['max-trace-bytes'],
    maxOverrideSlots: options['max-override-slots'],
    jsTracer: {
      timeoutMs: options['js-tracer-timeout'],
      memoryMegabytes: options['js-tracer-memory'],
      maxSteps: options['js-tracer-max-steps'],
      maxSourceBytes: options['js-tracer-max-source'],
    },
    filterCap: options['filter-cap'],
    filterTimeoutMs: options['filter-timeout'],
  };
}

/** The limits of all requests. */
export function requestLimits(options: JsonRpcOptions): EthLimits {
  return {
    ...executionLimits(options),
    maxWaitingCalls: options['max-waiting-calls'],
    watch: options,
    maxTraceBlocks: options['max-trace-blocks'],
    readOnly: options['read-only'],
  };
}
