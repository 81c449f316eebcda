import type { NamedTraceRequest, TraceRequest } from '../../evm/tracing/create-trace.ts';
import { named, objectOf } from '../params/object.ts';
import { mapValue, objectType, optionalMember, type ParamType } from '../params/param-type.ts';
import { booleanType, looseCountType } from '../params/quantity.ts';
import { textOf } from '../params/text.ts';
import { RpcError } from '../types.ts';

const tracers: { readonly [Name in NamedTraceRequest['tracer']]: ParamType<NamedTraceRequest> } = {
  callTracer: mapValue(flagsType(['onlyTopCall', 'withLog']), (options) => ({ tracer: 'callTracer', options })),
  flatCallTracer: mapValue(flagsType(['convertParityErrors', 'includePrecompiles']), (options) => ({
    tracer: 'flatCallTracer',
    options,
  })),
  prestateTracer: mapValue(flagsType(['diffMode', 'disableCode', 'disableStorage', 'includeEmpty']), (options) => ({
    tracer: 'prestateTracer',
    options,
  })),
  '4byteTracer': mapValue(objectType({}), () => ({ tracer: '4byteTracer' })),
  noopTracer: mapValue(objectType({}), () => ({ tracer: 'noopTracer' })),
  // its schema names no members: they are the tracers, this one among them
  muxTracer: {
    parse: (json) => ({
      tracer: 'muxTracer',
      tracers: Object.entries(objectOf(json)).map(([name, options]) =>
        named(name, () => tracerOf(name).parse(options ?? {})),
      ),
    }),
    schema: { type: 'object' },
  },
};

export const tracerNames: readonly string[] = Object.keys(tracers);

/** Throws an RpcError for a tracer that the node does not have. */
function tracerOf(name: string): ParamType<NamedTraceRequest> {
  if (isTracer(name)) return tracers[name];
  throw new RpcError(-32000, `tracer ${name.slice(0, 40)} is not known: there are ${tracerNames.join(', ')}`);
}

function isTracer(name: string): name is NamedTraceRequest['tracer'] {
  return Object.hasOwn(tracers, name);
}

const opcodeFlags = flagsType(['enableMemory', 'disableStack', 'disableStorage', 'enableReturnData']);
const limitMember = objectType({ limit: optionalMember(looseCountType) });

/**
 * `tracer` and its options, of a trace configuration. Without a tracer the options are members beside it; with one they
 * are in `tracerConfig`, and those members are ignored.
 */
export const traceRequestType: ParamType<TraceRequest> = {
  parse: (json) => {
    const { tracer = '' } = tracerMember.parse(json);
    if (tracer === '') {
      return { tracer: undefined, options: { ...opcodeFlags.parse(json), limit: limitMember.parse(json).limit ?? 0 } };
    }
    const { tracerConfig = {} } = configMember.parse(json);
    return named('tracerConfig', () => tracerOf(tracer).parse(tracerConfig));
  },
  schema: {
    type: 'object',
    properties: {
      tracer: { type: 'string', enum: ['', ...tracerNames] },
      tracerConfig: { type: 'object' },
      ...opcodeFlags.schema.properties,
      ...limitMember.schema.properties,
    },
  },
};

const tracerMember = objectType({ tracer: optionalMember({ parse: textOf, schema: {} }) });
const configMember = objectType({ tracerConfig: optionalMember({ parse: objectOf, schema: {} }) });

/** Each flag is false when it is left out. */
function flagsType<const Name extends string>(names: readonly Name[]): ParamType<{ readonly [N in Name]: boolean }> {
  const members = Object.fromEntries(names.map((name) => [name, optionalMember(booleanType)]));
  return mapValue(objectType(members), (flags) => {
    const values = names.map((name) => [name, flags[name] ?? false]);
    return Object.fromEntries(values);
  });
}
