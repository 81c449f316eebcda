import type { ChainReader, SealedHeader } from '../../../chain/types.ts';
import { define, ofChain } from '../../dispatch/define.ts';
import { BlockReads } from '../../execution/long-blocks.ts';
import type { Methods } from '../../method.ts';
import type { SvmDependencies } from '../dependencies.ts';
import { blockCleanedUp, blockNotAvailable, invalidParams } from '../errors.ts';
import { blockRead } from '../long-block-reads.ts';
import { contextParam, headFor, requireConfirmed } from '../params/context-options.ts';
import { endSlotParam, slotParam } from '../params/slot-range.ts';
import { blockOptionsParam } from '../params/transaction-options.ts';
import { integer, listOf, object } from '../schemas.ts';

const maxRange = 500_000;

type Dependencies = Pick<SvmDependencies, 'chain' | 'executor'>;

/** Blocks by slot. Every slot from the first to the newest has one. */
export function blockMethods({ chain, executor }: Dependencies): Methods {
  const reads = new BlockReads(chain, executor);
  const firstFrom = (slot: number | bigint) => Math.max(Number(slot), chain.identity.genesisHeight);
  return {
    getBlock: ofChain(
      define('A block.', [slotParam('slot', 'Its slot.'), blockOptionsParam], object, ([slot, options], call) => {
        headFor(chain, options);
        const header = requireHeader(chain, slot);
        return reads.read(blockRead, { block: { by: 'height', height: header.number }, options }, call);
      }),
    ),
    getBlockTime: define(
      'When a block was made, in seconds since 1970.',
      [slotParam('slot', 'Its slot.')],
      integer,
      ([slot]) => requireHeader(chain, slot).timestamp,
    ),
    getBlocks: define(
      'Slots with a block, from the first to the last.',
      [slotParam('startSlot', 'The first slot.'), endSlotParam, contextParam],
      listOf(integer),
      ([start, endOrOptions, lastOptions]) => {
        const [end, options] =
          typeof endOrOptions === 'object' ? [undefined, endOrOptions] : [endOrOptions, lastOptions];
        requireConfirmed(options);
        const head = headFor(chain, options).number;
        const last = end === undefined || end > head ? head : Number(end);
        if (last - Number(start) > maxRange) throw invalidParams(`Slot range too large; max ${maxRange}`);
        return slotsBetween(firstFrom(start), last);
      },
    ),
    getBlocksWithLimit: define(
      'Slots with a block, from the first on.',
      [slotParam('startSlot', 'The first slot.'), slotParam('limit', `How many, at most ${maxRange}.`), contextParam],
      listOf(integer),
      ([start, limit, options]) => {
        requireConfirmed(options);
        if (limit > maxRange) throw invalidParams(`Limit too large; max ${maxRange}`);
        const head = headFor(chain, options).number;
        return slotsBetween(firstFrom(start), Math.min(head, firstFrom(start) + Number(limit) - 1));
      },
    ),
  };
}

/** Throws an RpcError where there is no block. */
function requireHeader(chain: ChainReader, slot: number | bigint): SealedHeader {
  const header = chain.header(Number(slot));
  if (header !== undefined) return header;
  const { genesisHeight } = chain.identity;
  throw slot < genesisHeight ? blockCleanedUp(slot, genesisHeight) : blockNotAvailable(slot);
}

function slotsBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}
