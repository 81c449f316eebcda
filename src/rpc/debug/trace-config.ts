import type { BlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { StateOverrides } from '../../evm/overrides/state-overrides.ts';
import type { TraceRequest } from '../../evm/tracing/create-trace.ts';
import { type Param, RpcFault } from '../contract.ts';
import { optional } from '../dispatch/define.ts';
import type { JsonObject } from '../dispatch/request.ts';
import { member, objectOf } from '../params/object.ts';
import { parseBlockOverrides, parseStateOverrides } from '../params/overrides.ts';
import { parseBoolean, parseLooseCount } from '../params/quantity.ts';
import { textOf } from '../params/text.ts';

/** What a client wants to see of an execution. */
export type TraceConfig = {
  readonly request: TraceRequest;
  /** milliseconds; undefined for the node's own limit */
  readonly timeout: number | undefined;
};

/** The same for a call, which may find another state and block than there is. */
export type CallTraceConfig = TraceConfig & {
  readonly stateOverrides: StateOverrides;
  readonly blockOverrides: BlockOverrides;
};

/** JSON object → TraceConfig. Throws a RangeError, or an RpcFault for a tracer that the node does not have. */
export function parseTraceConfig(json: unknown): TraceConfig {
  const object = objectOf(json);
  return { request: parseRequest(object), timeout: member(object, 'timeout', parseDuration) };
}

function parseCallTraceConfig(json: unknown): CallTraceConfig {
  const object = objectOf(json);
  return {
    ...parseTraceConfig(json),
    stateOverrides: member(object, 'stateOverrides', parseStateOverrides) ?? new Map(),
    blockOverrides: member(object, 'blockOverrides', parseBlockOverrides) ?? {},
  };
}

function parseRequest(object: JsonObject): TraceRequest {
  const tracer = member(object, 'tracer', textOf) ?? '';
  const config = member(object, 'tracerConfig', objectOf) ?? {};
  const flag = (name: string) => member(config, name, parseBoolean) ?? false;
  switch (tracer) {
    case '':
      return { tracer: undefined, options: parseOpcodeOptions(object) };
    case 'callTracer':
      return { tracer, options: { onlyTopCall: flag('onlyTopCall'), withLog: flag('withLog') } };
    case 'flatCallTracer': {
      const options = {
        convertParityErrors: flag('convertParityErrors'),
        includePrecompiles: flag('includePrecompiles'),
      };
      return { tracer, options };
    }
    case 'prestateTracer': {
      const names = ['diffMode', 'disableCode', 'disableStorage', 'includeEmpty'] as const;
      return { tracer, options: Object.fromEntries(names.map((name) => [name, flag(name)])) };
    }
    case '4byteTracer':
      return { tracer };
    default:
      throw new RpcFault(-32000, `tracer ${tracer.slice(0, 40)} is not known: there are ${tracerNames.join(', ')}`);
  }
}

const tracerNames = ['callTracer', 'flatCallTracer', 'prestateTracer', '4byteTracer'];

function parseOpcodeOptions(object: JsonObject) {
  const flag = (name: string) => member(object, name, parseBoolean) ?? false;
  return {
    enableMemory: flag('enableMemory'),
    disableStack: flag('disableStack'),
    disableStorage: flag('disableStorage'),
    enableReturnData: flag('enableReturnData'),
    limit: member(object, 'limit', parseLooseCount) ?? 0,
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
    'tracer (callTracer, flatCallTracer, prestateTracer, 4byteTracer; else every instruction), tracerConfig, timeout, ' +
    'enableMemory, disableStack, disableStorage, enableReturnData, limit.',
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
