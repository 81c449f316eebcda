import type { Address } from '../../../primitives/address.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { type BlockRef, blockNumberType } from '../../params/block-ref.ts';
import { addressType, hashType } from '../../params/bytes.ts';
import {
  listType,
  mapValue,
  objectType,
  oneOfTypes,
  optionalMember,
  orNull,
  type ParamType,
  paramOf,
} from '../../params/param-type.ts';
import { RpcError } from '../../rpc-error.ts';

const maxTopics = 4;
const maxAlternatives = 1000;

/** Addresses and topics of logs. Empty lists match anything; others are sorted and have no duplicates. */
export type LogFilter = { readonly addresses: readonly Address[]; readonly topics: readonly (readonly Hash[])[] };

/** A filter with the blocks to search: a range, by default the newest block only, or one block. */
export type LogRequest = (LogFilter & { readonly blockHash: Hash }) | LogRange;

export type LogRange = LogFilter & {
  readonly blockHash: undefined;
  readonly from: BlockRef | undefined;
  readonly to: BlockRef | undefined;
};

const oneAddress = mapValue(addressType, (address): readonly Address[] => [address]);
const severalAddresses = mapValue(
  listType(addressType, {
    most: maxAlternatives,
    tooMany: () => tooMany('addresses', maxAlternatives),
    itemName: String,
  }),
  sortedTerms,
);
const addressesType = oneOfTypes([oneAddress, severalAddresses], (json) =>
  Array.isArray(json) ? severalAddresses : oneAddress,
);

const oneTopic = mapValue(hashType, (topic): readonly Hash[] => [topic]);
const topicRules = { most: maxAlternatives, tooMany: () => tooMany('topics', maxAlternatives) };
const severalTopics = mapValue(listType(hashType, topicRules), sortedTerms);
const anyTopic: readonly Hash[] = [];
/** null among alternatives accepts any topic, whatever the others are */
const withNull: ParamType<readonly Hash[]> = mapValue(
  listType({ parse: (json) => json, schema: {} }, topicRules),
  () => anyTopic,
  { contains: { type: 'null' } },
);
/** A topic, several of which one must be there, or null or an empty list for any. */
const positionType = orNull(
  oneOfTypes([oneTopic, severalTopics, withNull], (json) => {
    if (!Array.isArray(json)) return oneTopic;
    return json.includes(null) ? withNull : severalTopics;
  }),
  anyTopic,
);

const members = objectType({
  blockHash: optionalMember(hashType),
  fromBlock: optionalMember(blockNumberType),
  toBlock: optionalMember(blockNumberType),
  address: optionalMember(addressesType),
  topics: optionalMember(
    listType(positionType, { most: maxTopics, tooMany: () => tooMany('topics', maxTopics), itemName: String }),
  ),
});

/** Throws an RpcError for more alternatives than the node looks for. */
export const logRequestType: ParamType<LogRequest> = mapValue(
  members,
  ({ blockHash, fromBlock: from, toBlock: to, address: addresses = [], topics = [] }) => {
    if (blockHash === undefined) return { addresses, topics, blockHash, from, to };
    if (from === undefined && to === undefined) return { addresses, topics, blockHash };
    throw new RangeError('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other');
  },
  { not: { required: ['blockHash'], anyOf: [{ required: ['fromBlock'] }, { required: ['toBlock'] }] } },
);

function tooMany(what: string, most: number): RpcError {
  return new RpcError(-32000, `exceed max ${what}: at most ${most}`);
}

/** Each term once, so that none is searched, counted or stored twice. */
function sortedTerms<T extends string>(terms: readonly T[]): readonly T[] {
  return terms.length < 2 ? terms : [...new Set(terms)].sort();
}

/** How many addresses and topics a pattern names. */
export function termCount({ addresses, topics }: LogFilter): number {
  return topics.reduce((sum, accepted) => sum + accepted.length, addresses.length);
}

export const logRequestParam = paramOf(
  'filter',
  'Which logs, of which blocks: address, topics, and fromBlock and toBlock, or blockHash.',
  logRequestType,
);
