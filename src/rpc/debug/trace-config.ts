import type { BlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { StateOverrides } from '../../evm/overrides/state-overrides.ts';
import type { TraceRequest } from '../../evm/tracing/create-trace.ts';
import { optional } from '../dispatch/define.ts';
import { blockOverridesType, stateOverridesType } from '../params/overrides.ts';
import { objectType, optionalMember, type ParamType, paramOf } from '../params/param-type.ts';
import { textOf } from '../params/text.ts';
import type { JsonSchema } from '../types.ts';
import { traceRequestType, tracerNames } from './trace-request.ts';

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

const unitMilliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** `5s`, `300ms`, `2m` → milliseconds. Throws a RangeError. */
function parseDuration(json: unknown): number {
  const [, digits = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(textOf(json)) ?? [];
  const milliseconds = unitMilliseconds[unit];
  if (milliseconds === undefined) throw new RangeError('not a duration such as 5s or 300ms');
  return Number(digits) * milliseconds;
}

const durationType: ParamType<number> = {
  parse: parseDuration,
  schema: { type: 'string', pattern: '^[0-9]{1,6}(\\.[0-9]{1,3})?(ms|s|m)$' },
};
const timeoutMember = objectType({ timeout: optionalMember(durationType) });
const overridesMembers = objectType({
  stateOverrides: optionalMember(stateOverridesType),
  blockOverrides: optionalMember(blockOverridesType),
});

const traceConfigType: ParamType<TraceConfig> = {
  parse: (json) => ({ request: traceRequestType.parse(json), timeout: timeoutMember.parse(json).timeout }),
  schema: withProperties(traceRequestType.schema, timeoutMember.schema),
};

const callTraceConfigType: ParamType<CallTraceConfig> = {
  parse: (json) => {
    const {
      stateOverrides = new Map(),
      blockOverrides = {},
      ...config
    } = {
      ...traceConfigType.parse(json),
      ...overridesMembers.parse(json),
    };
    return { ...config, stateOverrides, blockOverrides };
  },
  schema: withProperties(traceConfigType.schema, overridesMembers.schema),
};

function withProperties(schema: JsonSchema, more: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...schema.properties, ...more.properties } };
}

const plain: TraceConfig = { request: { tracer: undefined, options: {} }, timeout: undefined };
const description = `A tracer (${tracerNames.join(', ')}; else every instruction) and its options.`;

export const traceConfigParam = optional(paramOf('config', description, traceConfigType), plain);
export const callTraceConfigParam = optional(
  paramOf('config', `${description} Also stateOverrides and blockOverrides.`, callTraceConfigType),
  { ...plain, stateOverrides: new Map(), blockOverrides: {} },
);
