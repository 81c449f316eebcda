import { parseNativeAccountText } from '../../primitives/account-text.ts';
import { type Address, type Bech32Prefix, fromBech32, toBech32 } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import type { PlainData, Schema } from '../codec/codec.ts';
import type { BlockEnvironment } from '../engine.ts';
import { figuresOf } from './figures.ts';

/** Why a query has no result; the message is shown to the caller. */
export class QueryError extends Error {
  override name = 'QueryError';
  readonly kind: 'module-disabled' | 'not-found' | 'invalid-parameter';
  constructor(kind: QueryError['kind'], detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** The error of a query to a module that is switched off. */
export const moduleDisabled = (module: string) =>
  new QueryError('module-disabled', `the ${module} module is off on this network`);

/** The error of a query for something that does not exist. */
export const notFound = (what: string) => new QueryError('not-found', what);
const invalid = (detail: string) => new QueryError('invalid-parameter', detail);

/** A positional parameter of a query. `parse` throws a QueryError. */
export type QueryParam<T> = {
  readonly name: string;
  readonly doc: string;
  readonly schema: Schema;
  readonly example: string | number;
  parse(json: unknown): T;
};

/** The context of a query: the state of one committed block. */
export type QueryContext = { readonly state: StateView; readonly block: BlockEnvironment };

/** A method of the qor_ namespace, as its module declares it. */
export type ModuleQuery = {
  readonly name: `qor_${string}`;
  readonly doc: string;
  readonly params: readonly QueryParam<unknown>[];
  readonly result: Schema;
  /** more parameters than declared are tolerated up to this many (qor_listRollups: 1) */
  readonly ignoredParams: number;
  read(context: QueryContext, args: readonly unknown[]): PlainData;
};

type ParamsFor<A extends readonly unknown[]> = { readonly [I in keyof A]: QueryParam<A[I]> };

/**
 * Declares a method; the arguments of `read` get the types of its parameters. Throws a RangeError when a field of the
 * result does not say what it is: see `withFigures`.
 */
export function query<A extends readonly unknown[] | []>(
  name: `qor_${string}`,
  doc: string,
  params: ParamsFor<A>,
  result: Schema,
  read: (context: QueryContext, ...args: A) => PlainData,
  ignoredParams = 0,
): ModuleQuery {
  const unmarked = figuresOf(result).find(({ kind }) => kind === undefined);
  if (unmarked !== undefined) throw new RangeError(`${name}: nothing says what ${unmarked.path} is`);
  return {
    name,
    doc,
    params,
    result,
    ignoredParams,
    read: (context, args) => read(context, ...(args as A)),
  };
}

/** An account as `0x…`, `qor1…` or base58; spellings of validators are rejected. */
export function accountParam(name: string, doc: string): QueryParam<Address> {
  return {
    name,
    doc,
    schema: { type: 'string' },
    example: 'qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z',
    parse: (json) => {
      const text = nonEmptyText(name, json);
      if (/^qorval/i.test(text))
        throw invalid(`${name}: ${text.slice(0, 80)} names a validator; write the account as qor1…`);
      try {
        return parseNativeAccountText(text);
      } catch (error) {
        throw invalid(`${name}: ${error instanceof Error ? error.message : 'not an account'}`);
      }
    },
  };
}

/** A validator as the caller wrote it, and the account of its operator or the address of its consensus key. */
export type ValidatorName = { readonly spelling: Bech32Prefix; readonly address: Address };

/** `qorvaloper1…`, `qorvalcons1…`, or the operator's `qor1…` or `0x…`. */
export function validatorParam(name: string, doc: string): QueryParam<ValidatorName> {
  return {
    name,
    doc,
    schema: { type: 'string' },
    example: 'qorvaloper17w0adeg64ky0daxwd2ugyuneellmjgnxtnxmrv',
    parse: (json) => {
      const text = nonEmptyText(name, json);
      for (const spelling of ['qorvaloper', 'qorvalcons', 'qor'] as const) {
        const address = fromBech32(text, [spelling]);
        if (address !== undefined) return { spelling, address };
      }
      const operator = asOperator(text);
      if (operator !== undefined) return { spelling: 'qorvaloper', address: operator };
      throw invalid(
        `${name}: not a validator: ${text.slice(0, 100)}; write it as qorvaloper1…, qorvalcons1…, qor1… or 0x…`,
      );
    },
  };
}

/** `0x…`; mixed case must have the right checksum. */
function asOperator(text: string): Address | undefined {
  try {
    return /^0x/i.test(text) ? parseNativeAccountText(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Text that is not empty. */
export function textParam(name: string, doc: string, example: string): QueryParam<string> {
  return { name, doc, schema: { type: 'string', minLength: 1 }, example, parse: (json) => nonEmptyText(name, json) };
}

/** A JSON integer from 0 to 2^53 - 1. */
export function indexParam(name: string, doc: string): QueryParam<number> {
  return {
    name,
    doc,
    schema: { type: 'integer', minimum: 0 },
    example: 1,
    parse: (json) => {
      if (typeof json === 'number' && Number.isSafeInteger(json) && json >= 0) return json;
      throw invalid(`${name}: must be an integer from 0 to 2^53-1`);
    },
  };
}

/** The spelling of an operator in responses. */
export function operatorText(operator: Address): string {
  return toBech32(operator, 'qorvaloper');
}

function nonEmptyText(name: string, json: unknown): string {
  if (typeof json === 'string' && json !== '') return json;
  throw invalid(`${name}: must be text that is not empty`);
}
