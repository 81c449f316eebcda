import assert from 'node:assert/strict';
import type { Message, NativeContract } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { createEvmHarness, type EvmHarness, sender } from '../../testing/evm/harness.ts';
import { createTrace, type TraceRequest } from '../tracing/create-trace.ts';
import type { TraceSubject, TraceValue } from '../tracing/trace.ts';
import { TraceMeter } from '../tracing/trace-meter.ts';

/** gas that a transaction costs besides its execution */
export const intrinsicGas = 21_000n;

export type TraceHarness = EvmHarness & {
  /** Executes a message like a transaction, with a tracer, and returns the trace. */
  trace(request: TraceRequest, message?: Partial<Message>, subject?: Partial<TraceSubject>): TraceValue;
};

/** A harness that traces messages. */
export function createTraceHarness(natives: Readonly<Record<Address, NativeContract>> = {}): TraceHarness {
  const harness = createEvmHarness(natives);
  return {
    ...harness,
    trace(request, message = {}, subject = {}) {
      const gas = message.gas ?? 1_000_000n;
      const to = 'to' in message ? message.to : harness.contractAddress;
      const gasLimit = gas + intrinsicGas;
      const { state, contracts } = harness;
      const trace = createTrace(
        request,
        {
          state,
          natives: contracts,
          meter: new TraceMeter(),
          sender,
          to,
          gasLimit,
          block: harness.block,
          shouldStop: () => false,
          alsoTouched: [],
          ...subject,
        },
        () => assert.fail('scripts are not run here'),
      );
      const outcome = harness.run(message, { tracer: trace.tracer });
      const gasUsed = gasLimit - outcome.gasLeft;
      return trace.result({
        outcome,
        gasUsed,
        peakGas: gasUsed,
        effectiveGasPrice: 0n,
        contractAddress: outcome.created,
      });
    },
  };
}

/** Without the members that are undefined, as in JSON. */
export function shown(value: TraceValue): TraceValue {
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter((member): member is [string, TraceValue] => member[1] !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, shown(member)]));
}
