import type { BlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { StateOverrides } from '../../evm/overrides/state-overrides.ts';
import type { TraceRequest } from '../../evm/tracing/create-trace.ts';
import { optional } from '../dispatch/define.ts';
import { member, objectOf } from '../params/object.ts';
import { parseBlockOverrides, parseStateOverrides } from '../params/overrides.ts';
import { textOf } from '../params/text.ts';
import type { Param } from '../types.ts';
import { parseTraceRequest, tracerNames } from './trace-request.ts';

/** What a trace shows. */
export type TraceConfig = {
  readonly request: TraceRequest;
  /** milliseconds; undefined for the default of the node */
  readonly timeout: number | undefined;
};

/** The same for a call, which may override state and block. */
export type CallTraceConfig = TraceConfig & {
  readonly stateOverrides: StateOverrides;
  readonly blockOverrides: BlockOverrides;
};

/** JSON object → TraceConfig. Throws a RangeError, or an RpcError for a tracer that the node does not have. */
function parseTraceConfig(json: unknown): TraceConfig {
  const object = objectOf(json);
  return { request: parseTraceRequest(object), timeout: member(object, 'timeout', parseDuration) };
}

function parseCallTraceConfig(json: unknown): CallTraceConfig {
  const object = objectOf(json);
  return {
    ...parseTraceConfig(json),
    stateOverrides: member(object, 'stateOverrides', parseStateOverrides) ?? new Map(),
    blockOverrides: member(object, 'blockOverrides', parseBlockOverrides) ?? {},
  };
}

const unitMilliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** `5s`, `300ms`, `2m` → milliseconds. Throws a RangeError. */
function parseDuration(json: unknown): number {
  const [, digits = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(textOf(json)) ?? [];
  const milliseconds = unitMilliseconds[unit];
  if (milliseconds === undefined) throw new RangeError('not a duration such as 5s or 300ms');
  return Number(digits) * milliseconds;
}

const plain: TraceConfig = { request: { tracer: undefined, options: {} }, timeout: undefined };

const traceConfig: Param<TraceConfig> = {
  name: 'config',
  description:
    `tracer (${tracerNames.join(', ')}; else every instruction), tracerConfig, timeout, enableMemory, disableStack, ` +
    'disableStorage, enableReturnData, limit.',
  required: true,
  schema: { type: 'object' },
  parse: parseTraceConfig,
};

export const traceConfigParam = optional(traceConfig, plain);
export const callTraceConfigParam = optional(
  {
    ...traceConfig,
    description: `${traceConfig.description} Also stateOverrides and blockOverrides.`,
    parse: parseCallTraceConfig,
  },
  { ...plain, stateOverrides: new Map(), blockOverrides: {} },
);
