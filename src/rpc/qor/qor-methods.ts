import type { ChainReader } from '../../chain/contract.ts';
import { type ModuleQuery, QueryFault, type QueryParam } from '../../kernel/frame/query.ts';
import type { Hash } from '../../primitives/hash.ts';
import { JsonText, type JsonValue, type Method, type Methods, type Param, RpcFault } from '../contract.ts';
import { writeJson } from '../dispatch/write-json.ts';

/** The qor_ namespace: every query of every module, answered from the newest block. */
export function qorMethods(queries: readonly ModuleQuery[], chain: ChainReader): Methods {
  const answers = new HeadAnswers(chain);
  return Object.fromEntries(queries.map((query) => [query.name, methodOf(query, answers)]));
}

function methodOf(query: ModuleQuery, answers: HeadAnswers): Method {
  return {
    summary: query.doc,
    params: [...query.params.map(paramOf), ...Array<Param>(query.ignoredParams).fill(ignoredParam)],
    result: query.result,
    run: (args) => answers.to(query, args),
  };
}

/** Answers stay true until the next block: the texts of the newest ones are kept until then. */
class HeadAnswers {
  static readonly #mostKept = 1_000;
  readonly #chain: ChainReader;
  readonly #texts = new Map<string, JsonText>();
  #head: Hash | undefined;

  constructor(chain: ChainReader) {
    this.#chain = chain;
  }

  to(query: ModuleQuery, args: readonly unknown[]): JsonText {
    const { number, hash } = this.#chain.head();
    if (hash !== this.#head || this.#texts.size >= HeadAnswers.#mostKept) this.#texts.clear();
    this.#head = hash;
    const key = args.length === 0 ? query.name : `${query.name} ${JSON.stringify(args)}`;
    const kept = this.#texts.get(key);
    if (kept !== undefined) return kept;
    const text = new JsonText(writeJson(read(query, this.#chain, number, args)));
    this.#texts.set(key, text);
    return text;
  }
}

function read(query: ModuleQuery, chain: ChainReader, height: number, args: readonly unknown[]): JsonValue {
  const state = chain.stateAt(height);
  const block = chain.environmentAt(height);
  if (state === undefined || block === undefined) throw new RangeError(`no state of the newest block ${height}`);
  try {
    return query.read({ state, block }, args);
  } catch (error) {
    throw error instanceof QueryFault ? toRpcFault(error) : error;
  }
}

function toRpcFault({ kind, message }: QueryFault): RpcFault {
  switch (kind) {
    case 'module-disabled':
      return new RpcFault(-32000, 'Module disabled', message);
    case 'not-found':
      return new RpcFault(-32001, 'Entity not found', message);
    case 'invalid-parameter':
      return new RpcFault(-32602, 'Invalid params', message);
  }
}

function paramOf({ name, doc, schema, parse }: QueryParam<unknown>): Param {
  return { name, description: doc, required: true, parse, schema };
}

/** Clients of older versions send one more: it is accepted and not looked at. */
const ignoredParam: Param = {
  name: 'ignored',
  description: 'Accepted for older clients and not looked at.',
  required: false,
  parse: () => undefined,
  schema: {},
};
