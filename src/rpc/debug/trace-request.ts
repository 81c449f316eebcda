import type { NamedTraceRequest, TraceRequest } from '../../evm/tracing/create-trace.ts';
import type { JsonObject } from '../dispatch/request.ts';
import { member, named, objectOf } from '../params/object.ts';
import { parseBoolean, parseLooseCount } from '../params/quantity.ts';
import { textOf } from '../params/text.ts';
import { RpcError } from '../types.ts';

type Parser = (config: JsonObject) => NamedTraceRequest;

const parsers: Readonly<Record<NamedTraceRequest['tracer'], Parser>> = {
  callTracer: (config) => ({ tracer: 'callTracer', options: flagsOf(config, ['onlyTopCall', 'withLog']) }),
  flatCallTracer: (config) => ({
    tracer: 'flatCallTracer',
    options: flagsOf(config, ['convertParityErrors', 'includePrecompiles']),
  }),
  prestateTracer: (config) => ({
    tracer: 'prestateTracer',
    options: flagsOf(config, ['diffMode', 'disableCode', 'disableStorage', 'includeEmpty']),
  }),
  '4byteTracer': () => ({ tracer: '4byteTracer' }),
  noopTracer: () => ({ tracer: 'noopTracer' }),
  muxTracer: (config) => ({
    tracer: 'muxTracer',
    tracers: Object.entries(config).map(([name, options]) =>
      named(name, () => parseNamed(name, objectOf(options ?? {}))),
    ),
  }),
};

export const tracerNames: readonly string[] = Object.keys(parsers);

/** `tracer` and its options, of a trace configuration. Throws a RangeError, or an RpcError for an unknown tracer. */
export function parseTraceRequest(object: JsonObject): TraceRequest {
  const name = member(object, 'tracer', textOf) ?? '';
  if (name === '') return { tracer: undefined, options: parseOpcodeOptions(object) };
  const config = member(object, 'tracerConfig', objectOf) ?? {};
  return named('tracerConfig', () => parseNamed(name, config));
}

function parseNamed(name: string, config: JsonObject): NamedTraceRequest {
  if (!isTracer(name)) {
    throw new RpcError(-32000, `tracer ${name.slice(0, 40)} is not known: there are ${tracerNames.join(', ')}`);
  }
  return parsers[name](config);
}

function isTracer(name: string): name is NamedTraceRequest['tracer'] {
  return Object.hasOwn(parsers, name);
}

function parseOpcodeOptions(object: JsonObject) {
  const flags = flagsOf(object, ['enableMemory', 'disableStack', 'disableStorage', 'enableReturnData']);
  return { ...flags, limit: member(object, 'limit', parseLooseCount) ?? 0 };
}

function flagsOf<Name extends string>(config: JsonObject, names: readonly Name[]): { readonly [N in Name]?: boolean } {
  const flags: { [N in Name]?: boolean } = {};
  for (const name of names) flags[name] = member(config, name, parseBoolean) ?? false;
  return flags;
}
