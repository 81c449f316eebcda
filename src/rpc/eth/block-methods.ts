import type { CommittedBlock } from '../../chain/types.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define, ofChain } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { heightOf, isPending } from '../evm-common/resolve-block.ts';
import { blockSchema, nullable, receiptSchema } from '../evm-common/schemas.ts';
import type { BlockReads } from '../execution/long-blocks.ts';
import type { LongTexts } from '../execution/long-texts.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods } from '../method.ts';
import { type BlockRef, blockNumberParam, blockRefParam } from '../params/block-ref.ts';
import { hashParam } from '../params/bytes.ts';
import { booleanParam, quantitySchema } from '../params/quantity.ts';
import type { Call } from '../session.ts';
import type { BlockTexts } from './block-texts.ts';
import { type BlockView, committedView, pendingView } from './block-view.ts';

const hash = hashParam('hash', 'Hash of the block.');
const isFull = booleanParam('hydrated', 'Whole transactions instead of their hashes.');

/** Blocks, headers and receipts by number, tag or hash; null for blocks that do not exist. */
export function blockMethods(
  { chain, node }: Pick<EthDependencies, 'chain' | 'node'>,
  texts: BlockTexts,
  reads: BlockReads,
  longTexts: LongTexts,
): Methods {
  const partOf = (ref: BlockRef, read: (view: BlockView) => MaybePromise<JsonValue>): MaybePromise<JsonValue> => {
    if (isPending(ref)) {
      const made = node.pendingBlock();
      const readOf = (block: CommittedBlock) => read(pendingView(block, longTexts));
      return made instanceof Promise ? made.then(readOf) : readOf(made);
    }
    const height = heightOf(chain, ref);
    return height === undefined ? null : read(committedView(chain, texts, reads, height));
  };
  const blockAt = (ref: BlockRef, full: boolean, call: Call) => partOf(ref, (view) => view.block(full, call));
  const headerAt = (ref: BlockRef) => partOf(ref, (view) => view.header());
  const countAt = (ref: BlockRef) => partOf(ref, (view) => quantity(view.transactionCount()));
  return {
    eth_getBlockByNumber: ofChain(
      define('Block by number or tag.', [blockNumberParam, isFull], nullable(blockSchema), ([ref, full], call) =>
        blockAt(ref, full, call),
      ),
    ),
    eth_getBlockByHash: ofChain(
      define('Block by hash.', [hash, isFull], nullable(blockSchema), ([blockHash, full], call) =>
        blockAt({ by: 'hash', hash: blockHash }, full, call),
      ),
    ),
    eth_getHeaderByNumber: define('Header by number or tag.', [blockNumberParam], nullable(blockSchema), ([ref]) =>
      headerAt(ref),
    ),
    eth_getHeaderByHash: define('Header by hash.', [hash], nullable(blockSchema), ([blockHash]) =>
      headerAt({ by: 'hash', hash: blockHash }),
    ),
    eth_getBlockReceipts: ofChain(
      define(
        'All receipts of a block.',
        [blockRefParam],
        nullable({ type: 'array', items: receiptSchema }),
        ([ref], call) => partOf(ref, (view) => view.receipts(call)),
      ),
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
