import type { NamedTraceRequest, PlainTracerName, TraceRequest } from '../../evm/tracing/create-trace.ts';
import type { ValidationTraceOptions } from '../../evm/tracing/validation-trace.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { JsonValue } from '../json-value.ts';
import { named, objectOf } from '../params/object.ts';
import { listType, mapValue, objectType, optionalMember, type ParamType } from '../params/param-type.ts';
import { booleanType, looseCountType, quantityType } from '../params/quantity.ts';
import { textOf } from '../params/text.ts';
import { RpcError } from '../rpc-error.ts';

type TracerName = Exclude<NamedTraceRequest['tracer'], 'script'>;

const tracers: { readonly [Name in TracerName]: ParamType<NamedTraceRequest> } = {
  callTracer: mapValue(flagsType(['onlyTopCall', 'withLog']), (options) => ({ tracer: 'callTracer', options })),
  flatCallTracer: mapValue(flagsType(['convertParityErrors', 'includePrecompiles']), (options) => ({
    tracer: 'flatCallTracer',
    options,
  })),
  prestateTracer: mapValue(flagsType(['diffMode', 'disableCode', 'disableStorage', 'includeEmpty']), (options) => ({
    tracer: 'prestateTracer',
    options,
  })),
  erc7562Tracer: mapValue(validationOptionsType(), (options) => ({ tracer: 'erc7562Tracer', options })),
  '4byteTracer': plainTracer('4byteTracer'),
  noopTracer: plainTracer('noopTracer'),
  noopTracerLegacy: plainTracer('noopTracerLegacy'),
  opcountTracer: plainTracer('opcountTracer'),
  unigramTracer: plainTracer('unigramTracer'),
  bigramTracer: plainTracer('bigramTracer'),
  trigramTracer: plainTracer('trigramTracer'),
  evmdisTracer: plainTracer('evmdisTracer'),
  keccak256PreimageTracer: plainTracer('keccak256PreimageTracer'),
  '4byteTracerLegacy': plainTracer('4byteTracerLegacy'),
  // its schema names no members: they are the tracers, this one among them
  muxTracer: {
    parse: (json) => ({
      tracer: 'muxTracer',
      tracers: Object.entries(objectOf(json)).map(([name, options]) =>
        named(name.slice(0, 40), () => tracerOf(name).parse(options ?? {})),
      ),
    }),
    schema: { type: 'object' },
  },
};

export const tracerNames: readonly string[] = Object.keys(tracers);

/** A text that is no name is the source of a tracer. Throws an RpcError for a tracer that the node does not have. */
function tracerOf(name: string): ParamType<NamedTraceRequest> {
  if (isTracer(name)) return tracers[name];
  if (!/^\w*$/.test(name))
    return { parse: (config) => ({ tracer: 'script', source: name, config: configText(config) }), schema: {} };
  throw new RpcError(-32000, `tracer ${name.slice(0, 40)} is not known: there are ${tracerNames.join(', ')}`);
}

function isTracer(name: string): name is TracerName {
  return Object.hasOwn(tracers, name);
}

/** What setup() receives. Integers are exact. */
function configText(config: unknown): string {
  return writeJson(config as JsonValue);
}

function plainTracer(tracer: PlainTracerName): ParamType<NamedTraceRequest> {
  return mapValue(objectType({}), () => ({ tracer }));
}

function validationOptionsType(): ParamType<ValidationTraceOptions> {
  const ignoredOpcodes = mapValue(listType(quantityType(8), { most: 256 }), (numbers) => numbers.map(Number));
  const members = { withLog: optionalMember(booleanType), ignoredOpcodes: optionalMember(ignoredOpcodes) };
  return mapValue(objectType(members), ({ withLog = false, ...others }) => ({ withLog, ...others }));
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
      tracer: { type: 'string', description: `${['', ...tracerNames].join(', ')}, or an object in JavaScript` },
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
