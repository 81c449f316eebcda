import type { ChainReader } from '../../chain/types.ts';
import { type ModuleQuery, QueryError, type QueryParam } from '../../kernel/module-sdk/query.ts';
import { HeadResponseCache } from '../head-response-cache.ts';
import { type JsonValue, type Method, type Methods, type Param, RpcError } from '../types.ts';

/** The qor_ namespace: every query of every module, on the state after the newest block. */
export function qorMethods(queries: readonly ModuleQuery[], chain: ChainReader): Methods {
  const cache = new HeadResponseCache(chain, chain.cacheSizes.moduleQueries);
  return Object.fromEntries(queries.map((query) => [query.name, methodOf(query, chain, cache)]));
}

function methodOf(query: ModuleQuery, chain: ChainReader, cache: HeadResponseCache): Method {
  return {
    summary: query.doc,
    params: [...query.params.map(paramOf), ...Array<Param>(query.ignoredParams).fill(ignoredParam)],
    result: query.result,
    run: (args) =>
      cache.getOrCreate(args.length === 0 ? query.name : cacheKeyOf(query, args), () => read(query, chain, args)),
  };
}

function cacheKeyOf({ name }: ModuleQuery, args: readonly unknown[]): string {
  return `${name} ${JSON.stringify(args)}`;
}

function read(query: ModuleQuery, chain: ChainReader, args: readonly unknown[]): JsonValue {
  const height = chain.head().number;
  const state = chain.stateAt(height);
  const block = chain.environmentAt(height);
  if (state === undefined || block === undefined) throw new RangeError(`no state of the newest block ${height}`);
  try {
    return query.read({ state, block }, args);
  } catch (error) {
    throw error instanceof QueryError ? toRpcError(error) : error;
  }
}

function toRpcError({ kind, message }: QueryError): RpcError {
  switch (kind) {
    case 'module-disabled':
      return new RpcError(-32000, 'Module disabled', message);
    case 'not-found':
      return new RpcError(-32001, 'Entity not found', message);
    case 'invalid-parameter':
      return new RpcError(-32602, 'Invalid params', message);
  }
}

function paramOf({ name, doc, schema, parse }: QueryParam<unknown>): Param {
  return { name, description: doc, required: true, parse, schema };
}

/** Older clients send one parameter more: it is accepted and ignored. */
const ignoredParam: Param = {
  name: 'ignored',
  description: 'Accepted for older clients and ignored.',
  required: false,
  parse: () => undefined,
  schema: {},
};
