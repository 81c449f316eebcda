import { toHex } from '../../primitives/hex.ts';
import { define } from '../dispatch/define.ts';
import { requireHeight } from '../evm-common/resolve-block.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { blockRefParam } from '../params/block-ref.ts';
import { addressParam, dataType } from '../params/bytes.ts';
import { mapValue, paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';
import { storageRangeExecution } from './storage-range.ts';

const maxSlots = 1024;

const rangeSchema: JsonSchema = {
  type: 'object',
  properties: {
    storage: { type: 'object', description: 'Hash of a key → key and value.' },
    nextKey: { description: 'The key with which the rest begins; null after the last.' },
  },
};

const toKey = (bytes: Uint8Array) => {
  if (bytes.length > 32) throw new RangeError('a key has at most 32 bytes');
  return toHex(bytes);
};
const start = mapValue(dataType, toKey, { maxLength: 66 });

/** Storage of contracts. */
export function storageMethods(executor: Executor): Methods {
  const { chain } = executor.node;
  return {
    debug_storageRangeAt: define(
      'Storage slots of a contract before a transaction of a block, in the order of their keys.',
      [
        blockRefParam,
        paramOf('index', 'How many transactions of the block come first.', looseCountType),
        addressParam('address', 'The contract.'),
        paramOf('start', 'The first key, or its first bytes.', start),
        paramOf('limit', `How many slots at most, up to ${maxSlots}.`, looseCountType),
      ],
      rangeSchema,
      ([ref, index, owner, from, wanted], call) => {
        const height = requireHeight(chain, ref);
        const request = { location: { height, index }, owner, from, count: Math.min(wanted, maxSlots) };
        return executor.run(storageRangeExecution, { block: { by: 'height', height }, ...request }, call);
      },
    ),
  };
}
