import { parseNativeAccountText } from '../../primitives/account-text.ts';
import { type Address, type Bech32Prefix, fromBech32, toBech32 } from '../../primitives/address.ts';
import { isObject } from '../../primitives/objects.ts';
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
  readonly example: PlainData;
  /** may be left out; `parse` then gets undefined */
  readonly isOptional?: boolean;
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
  read(context: QueryContext, args: readonly unknown[]): PlainData;
  /** For a list of any length, whose only parameter is a `PageRequest`: see `listQuery`. */
  readonly readPage?: ReadPage;
};

/** A part of a list: at most `limit` items (undefined: all), behind the one whose key is `after`. */
export type PageRequest = { readonly limit: number | undefined; readonly after: string | undefined };

/** The next items of a list, and the key of the last one; undefined when the list ends there. */
export type Page = { readonly items: readonly PlainData[]; readonly last: string | undefined };
/** Reads at most `most` items of a list, behind the one whose key is `after`. */
export type ReadPage = (context: QueryContext, after: string | undefined, most: number) => Page;

/** Items that are read in one piece: some milliseconds. */
const itemsPerPiece = 50;

type ParamsFor<A extends readonly unknown[]> = { readonly [I in keyof A]: QueryParam<A[I]> };

/**
 * Declares a method; the arguments of `read` get the types of its parameters. Throws a RangeError when a field of the
 * result does not say what it is (figures.ts).
 */
export function query<A extends readonly unknown[] | []>(
  name: `qor_${string}`,
  doc: string,
  params: ParamsFor<A>,
  result: Schema,
  read: (context: QueryContext, ...args: A) => PlainData,
): ModuleQuery {
  const unmarked = figuresOf(result).find(({ kind }) => kind === undefined);
  if (unmarked !== undefined) throw new RangeError(`${name}: nothing says what ${unmarked.path} is`);
  return {
    name,
    doc,
    params,
    result,
    read: (context, args) => read(context, ...(args as A)),
  };
}

/**
 * Declares a method whose result is a list of any length, which is read a page at a time between other work. `key` is
 * the field of an item that a client names as `after`; `readPage` returns at most `most` items.
 */
export function listQuery(
  name: `qor_${string}`,
  doc: string,
  key: string,
  result: Schema,
  readPage: ReadPage,
): ModuleQuery {
  const read = (context: QueryContext, request: PageRequest) =>
    [...pagesOf(request, (after, most) => readPage(context, after, most))].flat();
  return { ...query(name, doc, [pageParam(key)], result, read), readPage };
}

/** The items that are requested, in pieces. `readPage` may read a later piece at any later time. */
export function* pagesOf(
  { limit, after }: PageRequest,
  readPage: (after: string | undefined, most: number) => Page,
): Iterable<readonly PlainData[]> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (let from = after; left > 0; ) {
    const { items, last } = readPage(from, Math.min(left, itemsPerPiece));
    yield items;
    left -= items.length;
    if (last === undefined) return;
    from = last;
  }
}

/** `{limit, after}`, or nothing. */
function pageParam(key: string): QueryParam<PageRequest> {
  const name = 'page';
  return {
    name,
    doc: `the part of the list: \`limit\` items at most, behind the one whose ${key} is \`after\`; everything when left out. Text, which older clients send, is ignored`,
    isOptional: true,
    schema: {
      anyOf: [
        {
          type: 'object',
          properties: { limit: { type: 'integer', minimum: 1 }, after: { type: 'string', minLength: 1 } },
          additionalProperties: false,
        },
        { type: 'string' },
      ],
    },
    example: { limit: 100 },
    parse: (json) => {
      if (json === undefined || json === null || typeof json === 'string')
        return { limit: undefined, after: undefined };
      if (!isObject(json)) throw invalid(`${name}: must be an object with limit and after`);
      const { limit, after, ...others } = json;
      for (const other of Object.keys(others)) throw invalid(`${name}: has no member ${other.slice(0, 80)}`);
      if (limit !== undefined && !(typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0))
        throw invalid(`${name}: limit must be an integer from 1 on`);
      return { limit, after: after === undefined ? undefined : nonEmptyText(`${name}: after`, after) };
    },
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
