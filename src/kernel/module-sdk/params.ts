import type { Address } from '../../primitives/address.ts';
import { isObject } from '../../primitives/objects.ts';
import { rethrowProcessError } from '../../primitives/process-error.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { decodesToItself } from '../codec/bounded.ts';
import { type Codec, CodecError, type Schema } from '../codec/codec.ts';
import { plainObject, struct } from '../codec/structures.ts';
import type { Network } from '../network.ts';
import { recordsOf, type SingleRecord } from './record.ts';

/** Parameters of a module: set in genesis, changed by the authority. */
export type ModuleParams<P> = {
  readonly codec: Codec<P>;
  readonly defaults: P;
  readonly record: SingleRecord<P>;
  get(state: StateView): P;
  /** Why `set` would throw, or undefined. */
  fault(params: P): string | undefined;
  /** Throws a CodecError and changes nothing when the parameters contradict each other. */
  set(state: WorldState, params: P): void;
  /** Changes the parameters that a JSON object names. Throws a CodecError and changes nothing when it is wrong. */
  change(state: WorldState, json: string): void;
  /** Why `change` would throw, or undefined. */
  changeError(state: StateView, json: string): string | undefined;
  /** Defaults of a network: a development network uses short intervals, so that their effects are visible soon. */
  defaultsFor(network: Network): P;
  /** parameters that documents of earlier versions do not have, and are then empty */
  readonly later: readonly string[];
};

/** A parameter: its type with its bounds, and its value on a new network. */
type Parameter<T> = {
  readonly codec: Codec<T>;
  readonly value: T;
  readonly onMainnet: T;
  readonly onDevelopment: T;
  readonly withoutEffect: string | undefined;
};

type ParameterOptions<T> = {
  /** values on networks of that kind, where they differ */
  readonly mainnet?: T;
  readonly development?: T;
  /** the reason, a clause, when nothing in this version depends on it */
  readonly withoutEffect?: string;
};

/** Declares a parameter by its type with its bounds, and its value on a new network. */
export function param<T>(codec: Codec<T>, value: NoInfer<T>, options: ParameterOptions<NoInfer<T>> = {}): Parameter<T> {
  const { mainnet: onMainnet = value, development: onDevelopment = value, withoutEffect } = options;
  return { codec, value, onMainnet, onDevelopment, withoutEffect };
}

// biome-ignore lint/suspicious/noExplicitAny: parameters of all types stand in one list
type AnyParameter = Parameter<any>;
type ParametersOf<P> = { readonly [N in keyof P]: Parameter<P[N]> };
/** The values of a set of parameters. */
export type ParamValues<F> = F extends ParametersOf<infer P> ? P : never;

/** Table number of every module's parameters. */
const paramsRecordNumber = 0;

/**
 * Creates the parameters of the module at `owner`. `check` returns in what several parameters contradict each other, or
 * undefined.
 */
export function paramsOf<P extends object>(
  owner: Address,
  parameters: ParametersOf<P>,
  check: (params: P) => string | undefined = () => undefined,
): ModuleParams<P> {
  const membersOf = <T>(member: (parameter: AnyParameter) => T) =>
    Object.fromEntries(Object.entries<AnyParameter>(parameters).map(([name, each]) => [name, member(each)]));
  const valuesOf = (value: (parameter: AnyParameter) => unknown) => membersOf(value) as P;
  const plain = struct(membersOf(({ codec }) => codec)) as Codec<unknown> as Codec<P>;
  const codec = {
    ...plain,
    schema: withReasons(
      plain.schema,
      membersOf(({ withoutEffect }) => withoutEffect),
    ),
  };
  const defaults = valuesOf(({ value }) => value);
  const record = recordsOf(owner).single(paramsRecordNumber, 'params', 'Parameters of the module.', codec, defaults);
  const fault = (params: P): string | undefined =>
    check(params) ?? (decodesToItself(codec, params) ? undefined : 'must decode to themselves');
  const checked = (params: P): P => {
    const wrong = fault(params);
    if (wrong !== undefined) throw new CodecError(wrong, 'params');
    return params;
  };
  const changed = (state: StateView, json: string): P =>
    checked(codec.fromPlain(merged(codec.toPlain(record.get(state)), json)));
  return {
    codec,
    defaults,
    later: Object.keys(parameters).filter((name) => (parameters as Record<string, AnyParameter>)[name]?.codec.isLater),
    record,
    get: record.get,
    fault,
    set: (state, params) => record.set(state, checked(params)),
    change: (state, json) => record.set(state, changed(state, json)),
    changeError: (state, json) => {
      try {
        changed(state, json);
        return undefined;
      } catch (error) {
        if (error instanceof CodecError) return error.message;
        throw error;
      }
    },
    defaultsFor: (network) => {
      if (network === 'mainnet') return valuesOf(({ onMainnet }) => onMainnet);
      return network === 'dev' ? valuesOf(({ onDevelopment }) => onDevelopment) : defaults;
    },
  };
}

/** The schema of parameters, in which those without effect say so. */
function withReasons(schema: Schema, reasons: Readonly<Record<string, unknown>>): Schema {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const marked = Object.entries(properties).map(([name, member]) => {
    const reason = reasons[name];
    const mark = reason === undefined ? {} : { 'x-figure': 'parameter without effect', 'x-reason': reason };
    return [name, { ...plainObject(member), ...mark }] as const;
  });
  return { ...schema, properties: Object.fromEntries(marked) };
}

function merged(present: unknown, json: string): unknown {
  const changes = parseJson(json);
  if (!isObject(changes)) throw new CodecError('must be a JSON object');
  return { ...plainObject(present), ...changes };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    rethrowProcessError(error);
    throw new CodecError('must be a JSON object');
  }
}
