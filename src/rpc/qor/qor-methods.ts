import type { ChainReader } from '../../chain/types.ts';
import {
  type ModuleQuery,
  type PageRequest,
  pagesOf,
  type QueryContext,
  QueryError,
  type QueryParam,
  type ReadPage,
} from '../../kernel/module-sdk/query.ts';
import type { Hash } from '../../primitives/hash.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { toAscii } from '../dispatch/long-text.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { LongTexts } from '../execution/long-texts.ts';
import { pinnedBlock, stateAt } from '../execution/pinned-block.ts';
import type { JsonValue } from '../json-value.ts';
import type { Method, Methods, Param } from '../method.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import { TextCache } from '../text-cache.ts';

/** The qor_ namespace: every query of every module, on the state after the newest block. */
export function qorMethods(queries: readonly ModuleQuery[], chain: ChainReader, texts: LongTexts): Methods {
  const cache = new TextCache(chain.cacheSizes.moduleQueries, () => chain.head().hash);
  return Object.fromEntries(
    queries.map((query) => [
      query.name,
      { summary: query.doc, params: query.params.map(paramOf), result: query.result, run: runOf(query) },
    ]),
  );

  function runOf(query: ModuleQuery): Method['run'] {
    const { readPage } = query;
    if (readPage !== undefined)
      return (args, call) => {
        const key = cacheKeyOf(query, args);
        return cache.get(key) ?? makeList(key, args[0] as PageRequest, readPage, call);
      };
    return (args) =>
      cache.getOrMake(args.length === 0 ? query.name : cacheKeyOf(query, args), () => read(query, chain, args));
  }

  async function makeList(key: string, request: PageRequest, readPage: ReadPage, call: Call): Promise<JsonValue> {
    let listedAt: Hash | undefined;
    const pieces = () => {
      const { number, hash } = chain.head();
      listedAt = hash;
      return listPieces(chain, number, request, readPage);
    };
    const text = await texts.make(pieces, call);
    const isNewest = listedAt === chain.head().hash;
    // A concurrent request may have cached the same list.
    return text instanceof JsonText && isNewest ? (cache.get(key) ?? cache.set(key, text.text)) : text;
  }
}

/** The JSON text of a list. All pieces are of one block, which stays readable while others follow. */
function* listPieces(chain: ChainReader, block: number, request: PageRequest, readPage: ReadPage): Iterable<string> {
  const onBlock = pinnedBlock(chain, block);
  const pages = pagesOf(request, (after, most) =>
    onBlock((height) => withRpcErrors(() => readPage(contextAt(chain, height), after, most))),
  );
  let separator = '[';
  for (const items of pages) {
    for (const item of items) {
      yield `${separator}${toAscii(writeJson(item))}`;
      separator = ',';
    }
    yield '';
  }
  yield separator === '[' ? '[]' : ']';
}

function cacheKeyOf({ name }: ModuleQuery, args: readonly unknown[]): string {
  return `${name} ${JSON.stringify(args)}`;
}

function read(query: ModuleQuery, chain: ChainReader, args: readonly unknown[]): JsonValue {
  return withRpcErrors(() => query.read(contextAt(chain, chain.head().number), args));
}

function contextAt(chain: ChainReader, height: number): QueryContext {
  const block = chain.states.environmentAt(height);
  if (block === undefined) throw new RangeError(`no block ${height}`);
  return { state: stateAt(chain, height), block };
}

function withRpcErrors<T>(action: () => T): T {
  try {
    return action();
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

function paramOf({ name, doc, schema, parse, isOptional = false }: QueryParam<unknown>): Param {
  return { name, description: doc, required: !isOptional, parse, schema };
}
