import type { Hash } from '../../primitives/hash.ts';
import { isJsonObject } from '../dispatch/request.ts';
import type { Param } from '../method.ts';
import { hashType } from './bytes.ts';
import { mapValue, objectType, oneOfTypes, optionalMember, type ParamType, paramOf } from './param-type.ts';
import { booleanType, countType } from './quantity.ts';

const tags = ['latest', 'earliest', 'pending', 'safe', 'finalized'] as const;
/** `unfinished`: the pending block before its end, which clients cannot name. */
type BlockTag = (typeof tags)[number] | 'unfinished';

/** How a client names a block: a tag, a height, or a hash (EIP-1898). */
export type BlockRef =
  | { readonly by: 'tag'; readonly tag: BlockTag }
  | { readonly by: 'height'; readonly height: number }
  | { readonly by: 'hash'; readonly hash: Hash };

export const latest: BlockRef = { by: 'tag', tag: 'latest' };
export const pending: BlockRef = { by: 'tag', tag: 'pending' };
export const unfinished: BlockRef = { by: 'tag', tag: 'unfinished' };
const byTag = new Map<unknown, BlockRef>(tags.map((tag) => [tag, { by: 'tag', tag }]));

const heightType = mapValue(countType, (height): BlockRef => ({ by: 'height', height }));
const tagType: ParamType<BlockRef> = {
  parse: (json) => byTag.get(json) ?? heightType.parse(json),
  schema: { type: 'string', enum: [...tags] },
};
const hashRefType = mapValue(hashType, (hash): BlockRef => ({ by: 'hash', hash }));

/** Tag or quantity. */
export const blockNumberType: ParamType<BlockRef> = oneOfTypes([heightType, tagType], (json) =>
  byTag.has(json) ? tagType : heightType,
);

/** EIP-1898. There are no reorganisations, so that every block is canonical, required or not. */
const blockObjectType = mapValue(
  objectType({
    blockHash: optionalMember(hashType),
    blockNumber: optionalMember(blockNumberType),
    requireCanonical: optionalMember(booleanType),
  }),
  ({ blockHash, blockNumber }): BlockRef => {
    if (blockHash !== undefined && blockNumber !== undefined) {
      throw new RangeError('cannot specify both BlockHash and BlockNumber');
    }
    if (blockHash !== undefined) return { by: 'hash', hash: blockHash };
    if (blockNumber === undefined) throw new RangeError('block object without blockNumber or blockHash');
    return blockNumber;
  },
  {
    description: 'EIP-1898: blockNumber, or blockHash with requireCanonical',
    anyOf: [{ required: ['blockHash'] }, { required: ['blockNumber'] }],
    not: { required: ['blockHash', 'blockNumber'] },
  },
);

/** Tag, quantity, 32-byte hash, or an object with `blockNumber` or `blockHash`. */
export const blockRefType: ParamType<BlockRef> = oneOfTypes(
  [heightType, tagType, hashRefType, blockObjectType],
  (json) => {
    if (byTag.has(json)) return tagType;
    if (isJsonObject(json)) return blockObjectType;
    return typeof json === 'string' && json.length === 66 ? hashRefType : heightType;
  },
);

/** The state after a block. */
export const blockRefParam: Param<BlockRef> = paramOf(
  'block',
  'Block number, tag, hash, or EIP-1898 object; latest when left out.',
  blockRefType,
);

export const blockNumberParam: Param<BlockRef> = paramOf('block', 'Block number or tag.', blockNumberType);
