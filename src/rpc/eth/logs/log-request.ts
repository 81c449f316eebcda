import type { Address } from '../../../primitives/address.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { type BlockRef, parseBlockNumber } from '../../params/block-ref.ts';
import { parseAddressJson, parseHashJson } from '../../params/bytes.ts';
import { listOf, member, named, objectOf } from '../../params/object.ts';
import { type Param, RpcError } from '../../types.ts';

const maxTopics = 4;
const maxAlternatives = 1000;

/** Addresses and topics of logs. Empty lists match anything; others are sorted and have no duplicates. */
export type LogFilter = { readonly addresses: readonly Address[]; readonly topics: readonly (readonly Hash[])[] };

/** A filter with the blocks to search: a range, by default the newest block only, or one block. */
export type LogRequest = LogFilter &
  (
    | { readonly blockHash: Hash }
    | { readonly blockHash: undefined; readonly from: BlockRef | undefined; readonly to: BlockRef | undefined }
  );

/** JSON object → LogRequest. Throws a RangeError, or an RpcError for too many alternatives. */
export function parseLogRequest(json: unknown): LogRequest {
  const object = objectOf(json);
  const blockHash = member(object, 'blockHash', parseHashJson);
  const from = member(object, 'fromBlock', parseBlockNumber);
  const to = member(object, 'toBlock', parseBlockNumber);
  const pattern = {
    addresses: member(object, 'address', parseAddresses) ?? [],
    topics: member(object, 'topics', parseTopics) ?? [],
  };
  if (blockHash === undefined) return { ...pattern, blockHash, from, to };
  if (from === undefined && to === undefined) return { ...pattern, blockHash };
  throw new RangeError('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other');
}

function parseAddresses(json: unknown): readonly Address[] {
  if (!Array.isArray(json)) return [parseAddressJson(json)];
  if (json.length > maxAlternatives) throw new RpcError(-32000, `exceed max addresses: at most ${maxAlternatives}`);
  return sortedTerms(json.map((item, index) => named(String(index), () => parseAddressJson(item))));
}

/** Each position: a topic, a list of alternatives, or null or an empty list for any. */
function parseTopics(json: unknown): readonly (readonly Hash[])[] {
  const positions = listOf(json);
  if (positions.length > maxTopics) throw new RpcError(-32000, `exceed max topics: at most ${maxTopics}`);
  return positions.map((position, index) => named(String(index), () => parsePosition(position)));
}

function parsePosition(json: unknown): readonly Hash[] {
  if (json === null) return [];
  if (!Array.isArray(json)) return [parseHashJson(json)];
  if (json.length > maxAlternatives) throw new RpcError(-32000, `exceed max topics: at most ${maxAlternatives}`);
  // null among alternatives accepts any topic
  return json.includes(null) ? [] : sortedTerms(json.map(parseHashJson));
}

/** Each term once, so that none is searched, counted or stored twice. */
function sortedTerms<T extends string>(terms: readonly T[]): readonly T[] {
  return terms.length < 2 ? terms : [...new Set(terms)].sort();
}

/** How many addresses and topics a pattern names. */
export function termCount({ addresses, topics }: LogFilter): number {
  return topics.reduce((sum, accepted) => sum + accepted.length, addresses.length);
}

export const logRequestParam: Param<LogRequest> = {
  name: 'filter',
  description: 'address, topics, and fromBlock and toBlock, or blockHash.',
  required: true,
  schema: { type: 'object' },
  parse: parseLogRequest,
};
