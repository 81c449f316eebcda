import { quantity } from '../../primitives/quantity.ts';
import { JsonText, type JsonValue, type Methods } from '../contract.ts';
import { define } from '../dispatch/define.ts';
import { type BlockRef, blockNumberParam, blockRefParam } from '../params/block-ref.ts';
import { hashParam } from '../params/bytes.ts';
import { booleanParam, quantitySchema } from '../params/quantity.ts';
import type { BlockTexts } from './block-texts.ts';
import { headerMembers } from './json/header-json.ts';
import type { EthParts } from './parts.ts';
import { heightOf } from './resolve-block.ts';
import { blockSchema, nullable, receiptSchema } from './schemas.ts';

const hash = hashParam('hash', 'Hash of the block.');
const isFull = booleanParam('hydrated', 'Whole transactions instead of their hashes.');

/** Blocks, headers and receipts by number, tag or hash; null for blocks that do not exist. */
export function blockMethods({ chain }: Pick<EthParts, 'chain'>, texts: BlockTexts): Methods {
  const blockAt = (ref: BlockRef, full: boolean) => orNull(heightOf(chain, ref), (height) => texts.block(height, full));
  const headerAt = (ref: BlockRef) => orNull(heightOf(chain, ref), headerText);
  const headerText = (height: number) => {
    const header = chain.header(height);
    return header === undefined ? undefined : new JsonText(`{${headerMembers(header)}}`);
  };
  const countAt = (ref: BlockRef) =>
    orNull(heightOf(chain, ref), (height) => {
      const header = chain.header(height);
      return header === undefined ? undefined : quantity(header.transactionCount);
    });
  return {
    eth_getBlockByNumber: define(
      'Block by number or tag.',
      [blockNumberParam, isFull],
      nullable(blockSchema),
      ([ref, full]) => blockAt(ref, full),
    ),
    eth_getBlockByHash: define('Block by hash.', [hash, isFull], nullable(blockSchema), ([blockHash, full]) =>
      blockAt({ by: 'hash', hash: blockHash }, full),
    ),
    eth_getHeaderByNumber: define('Header by number or tag.', [blockNumberParam], nullable(blockSchema), ([ref]) =>
      headerAt(ref),
    ),
    eth_getHeaderByHash: define('Header by hash.', [hash], nullable(blockSchema), ([blockHash]) =>
      headerAt({ by: 'hash', hash: blockHash }),
    ),
    eth_getBlockReceipts: define(
      'All receipts of a block.',
      [blockRefParam],
      nullable({ type: 'array', items: receiptSchema }),
      ([ref]) => orNull(heightOf(chain, ref), (height) => texts.receipts(height)),
    ),
    eth_getBlockTransactionCountByNumber: define(
      'Transactions in a block.',
      [blockNumberParam],
      nullable(quantitySchema),
      ([ref]) => countAt(ref),
    ),
    eth_getBlockTransactionCountByHash: define(
      'Transactions in a block.',
      [hash],
      nullable(quantitySchema),
      ([blockHash]) => countAt({ by: 'hash', hash: blockHash }),
    ),
  };
}

function orNull(height: number | undefined, read: (height: number) => JsonValue | undefined): JsonValue {
  return height === undefined ? null : (read(height) ?? null);
}
