import type { Hash } from '../../primitives/hash.ts';
import { isJsonObject } from '../dispatch/request.ts';
import type { JsonSchema, Param } from '../types.ts';
import { hashSchema, parseHashJson } from './bytes.ts';
import { member } from './object.ts';
import { parseBoolean, parseCount, quantitySchema } from './quantity.ts';

const tags = ['latest', 'earliest', 'pending', 'safe', 'finalized'] as const;
export type BlockTag = (typeof tags)[number];

/** How a client names a block: a tag, a height, or a hash (EIP-1898). */
export type BlockRef =
  | { readonly by: 'tag'; readonly tag: BlockTag }
  | { readonly by: 'height'; readonly height: number }
  | { readonly by: 'hash'; readonly hash: Hash };

export const latest: BlockRef = { by: 'tag', tag: 'latest' };
const byTag = new Map<unknown, BlockRef>(tags.map((tag) => [tag, { by: 'tag', tag }]));

/** Tag, quantity, 32-byte hash, or an object with `blockNumber` or `blockHash` → BlockRef. Throws a RangeError. */
export function parseBlockRef(json: unknown): BlockRef {
  const tag = byTag.get(json);
  if (tag !== undefined) return tag;
  if (isJsonObject(json)) return parseBlockObject(json);
  return typeof json === 'string' && json.length === 66 ? { by: 'hash', hash: parseHashJson(json) } : parseHeight(json);
}

/** Tag or quantity → BlockRef. Throws a RangeError. */
export function parseBlockNumber(json: unknown): BlockRef {
  return byTag.get(json) ?? parseHeight(json);
}

function parseHeight(json: unknown): BlockRef {
  return { by: 'height', height: parseCount(json) };
}

/** EIP-1898. There are no reorganisations, so that every block is canonical, required or not. */
function parseBlockObject(json: Readonly<Record<string, unknown>>): BlockRef {
  const hash = member(json, 'blockHash', parseHashJson);
  const number = member(json, 'blockNumber', parseBlockNumber);
  member(json, 'requireCanonical', parseBoolean);
  if (hash !== undefined && number !== undefined) throw new RangeError('cannot specify both BlockHash and BlockNumber');
  if (hash !== undefined) return { by: 'hash', hash };
  if (number === undefined) throw new RangeError('block object without blockNumber or blockHash');
  return number;
}

const numberSchemas: JsonSchema[] = [quantitySchema, { type: 'string', enum: [...tags] }];
const objectSchema: JsonSchema = {
  type: 'object',
  description: 'EIP-1898: blockNumber, or blockHash with requireCanonical',
};

/** The state after a block. */
export const blockRefParam: Param<BlockRef> = {
  name: 'block',
  description: 'Block number, tag, hash, or EIP-1898 object; latest when left out.',
  required: true,
  schema: { anyOf: [...numberSchemas, hashSchema, objectSchema] },
  parse: parseBlockRef,
};

export const blockNumberParam: Param<BlockRef> = {
  name: 'block',
  description: 'Block number or tag.',
  required: true,
  schema: { oneOf: numberSchemas },
  parse: parseBlockNumber,
};
