import type { BlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { StateOverrides } from '../../evm/overrides/state-overrides.ts';
import type { TraceRequest } from '../../evm/tracing/create-trace.ts';
import { optional } from '../dispatch/define.ts';
import type { JsonSchema, Param } from '../method.ts';
import { blockOverridesType, limitedOverridesType } from '../params/overrides.ts';
import { objectType, optionalMember, type ParamType, paramOf } from '../params/param-type.ts';
import { countType } from '../params/quantity.ts';
import { textOf } from '../params/text.ts';
import { traceRequestType, tracerNames } from './trace-request.ts';

/** What a trace shows. */
export type TraceConfig = {
  readonly request: TraceRequest;
  /** milliseconds; undefined for the default of the node */
  readonly timeoutMs: number | undefined;
};

/** The same for a call, which may override state and block. */
export type CallTraceConfig = TraceConfig & {
  readonly stateOverrides: StateOverrides;
  readonly blockOverrides: BlockOverrides;
  /** index of the transaction of the block that the call runs before; undefined: after the block */
  readonly index: number | undefined;
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
const overridesMembers = (maxOverrides: number) =>
  objectType({
    stateOverrides: optionalMember(limitedOverridesType(maxOverrides)),
    blockOverrides: optionalMember(blockOverridesType),
    txIndex: optionalMember(countType),
  });

const traceConfigType: ParamType<TraceConfig> = {
  parse: (json) => ({ request: traceRequestType.parse(json), timeoutMs: timeoutMember.parse(json).timeout }),
  schema: withProperties(traceRequestType.schema, timeoutMember.schema),
};

function callTraceConfigType(maxOverrides: number): ParamType<CallTraceConfig> {
  const members = overridesMembers(maxOverrides);
  return {
    parse: (json) => {
      const { stateOverrides = new Map(), blockOverrides = {}, txIndex: index } = members.parse(json);
      return { ...traceConfigType.parse(json), stateOverrides, blockOverrides, index };
    },
    schema: withProperties(traceConfigType.schema, members.schema),
  };
}

function withProperties(schema: JsonSchema, more: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...schema.properties, ...more.properties } };
}

const plain: TraceConfig = { request: { tracer: undefined, options: {} }, timeoutMs: undefined };
const description = `A tracer (${tracerNames.join(', ')}; else every instruction) and its options.`;

export const traceConfigParam = optional(paramOf('config', description, traceConfigType), plain);

/** `maxOverrides`: accounts and slots that may be overridden */
export function callTraceConfigParam(maxOverrides: number): Param<CallTraceConfig> {
  const type = callTraceConfigType(maxOverrides);
  return optional(
    paramOf(
      'config',
      `${description} Also stateOverrides, blockOverrides, and txIndex for a call inside of the block.`,
      type,
    ),
    {
      ...plain,
      stateOverrides: new Map(),
      blockOverrides: {},
      index: undefined,
    },
  );
}
