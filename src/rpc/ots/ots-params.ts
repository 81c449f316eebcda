import type { Param } from '../method.ts';
import { type BlockRef, blockNumberType, blockRefType } from '../params/block-ref.ts';
import { mapValue, oneOfTypes, type ParamType, paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';

const maxPageSize = 100;

const heightType: ParamType<BlockRef> = mapValue(looseCountType, (height) => ({ by: 'height', height }));

/** A tag, a quantity, or a number as Otterscan sends it. */
export const looseBlockParam: Param<BlockRef> = paramOf(
  'block',
  'Block number or tag.',
  oneOfTypes([heightType, blockNumberType], (json) => (typeof json === 'number' ? heightType : blockNumberType)),
);

/** As `looseBlockParam`, or a hash. */
export const looseBlockRefParam: Param<BlockRef> = paramOf(
  'block',
  'Block number, tag or hash.',
  oneOfTypes([heightType, blockRefType], (json) => (typeof json === 'number' ? heightType : blockRefType)),
);

export const heightParam: Param<number> = paramOf(
  'blockNumber',
  'The search begins beside this block; 0 for the end of the chain that the search comes from.',
  looseCountType,
);

const pageSizeType: ParamType<number> = mapValue(looseCountType, (size) => {
  if (size < 1 || size > maxPageSize) throw new RangeError(`must be 1 to ${maxPageSize}`);
  return size;
});

export const pageSizeParam: Param<number> = paramOf(
  'pageSize',
  `Transactions of a page, ${maxPageSize} at most.`,
  pageSizeType,
);
export const pageNumberParam: Param<number> = paramOf('pageNumber', 'The page; 0 has the newest.', looseCountType);
export const nonceParam: Param<number> = paramOf('nonce', 'The nonce.', looseCountType);
