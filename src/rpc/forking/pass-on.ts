import { asHash, type Hash } from '../../primitives/hash.ts';
import { isJsonObject } from '../dispatch/request.ts';
import type { ForkControl } from '../fork-control.ts';
import type { JsonValue } from '../json-value.ts';
import type { Method, Methods } from '../method.ts';
import type { BlockRef } from '../params/block-ref.ts';
import type { Call } from '../session.ts';
import { blockOfBoth, type ForkDependencies, heightOf, isKept, type Local, type PassOn } from './origin-block.ts';

/** Methods whose first parameter is the hash of a transaction. */
const byTransactionHash = new Set([
  'debug_getRawTransaction',
  'debug_traceTransaction',
  'eth_getRawTransactionByHash',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'ots_getInternalOperations',
  'ots_getTransactionError',
  'ots_traceTransaction',
  'trace_get',
  'trace_replayTransaction',
  'trace_transaction',
]);

/** Methods whose first parameter is the hash of a block. */
const byBlockHash = new Set([
  'debug_traceBlockByHash',
  'eth_getBlockByHash',
  'eth_getBlockTransactionCountByHash',
  'eth_getHeaderByHash',
  'eth_getRawTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleCountByBlockHash',
  'ots_getBlockDetailsByHash',
]);

/** Methods of development networks, which are about this network only. */
const isLocal = (name: string) => /^(?:anvil|evm|hardhat|personal)_/.test(name);

/** A parameter as it came, and what it was parsed to. */
type Given = { readonly json: JsonValue | undefined; readonly value: unknown };

/**
 * The methods of a fork: requests about blocks below it, and about their transactions, are passed on to the origin as
 * they came. Everything else stays as it is.
 */
export function withOrigin(methods: Methods, parts: ForkDependencies): Methods {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => {
      const isFixed = method.ignoresParams || method.runTogether !== undefined || isLocal(name);
      return [name, isFixed ? method : passingOn(name, method, parts)];
    }),
  );
}

function passingOn(name: string, method: Method, parts: ForkDependencies): Method {
  const params = method.params.map((param) => ({
    ...param,
    parse: (json: unknown): Given => ({ json: json as Given['json'], value: param.parse(json) }), // of a request: JSON
  }));
  const run = (args: readonly unknown[], call: Call) => {
    const given = args as readonly Given[]; // what `params` have parsed
    const values = given.map(({ value }) => value);
    const local: Local = () => method.run(values, call);
    const passOn = () => parts.fork.request(name, trimmed(given), isKept);
    const [hash] = values.map((value) => (typeof value === 'string' ? asHash(value) : undefined));
    if (hash !== undefined && byTransactionHash.has(name)) return transactionOfBoth(parts, hash, local, passOn);
    if (hash !== undefined && byBlockHash.has(name)) return blockOfBoth(parts, hash, local, passOn);
    const ref = values.find(isBlockRef);
    if (ref === undefined) return local();
    if (ref.by === 'hash') return blockOfBoth(parts, ref.hash, local, passOn);
    return isBelow(parts.fork, ref) ? passOn() : local();
  };
  return { ...method, params, run };
}

function transactionOfBoth({ chain, mempool, fork }: ForkDependencies, hash: Hash, local: Local, passOn: PassOn) {
  if (chain.locate(hash) !== undefined || mempool.get(hash) !== undefined) return local();
  return heightOf(fork, 'eth_getTransactionByHash', [hash], 'blockNumber').then((height) =>
    height === undefined ? local() : passOn(),
  );
}

function isBelow({ point }: ForkControl, ref: BlockRef): boolean {
  return ref.by === 'height' ? ref.height <= point.blockNumber : ref.by === 'tag' && ref.tag === 'earliest';
}

function isBlockRef(value: unknown): value is BlockRef {
  if (!isJsonObject(value)) return false;
  const { by, height, tag, hash } = value;
  if (by === 'height') return typeof height === 'number';
  return by === 'tag'
    ? typeof tag === 'string'
    : by === 'hash' && typeof hash === 'string' && asHash(hash) !== undefined;
}

/** Without the optional parameters that were left out. */
function trimmed(given: readonly Given[]): readonly JsonValue[] {
  const end = given.findLastIndex(({ json }) => json !== undefined) + 1;
  return given.slice(0, end).map(({ json }) => json ?? null);
}
