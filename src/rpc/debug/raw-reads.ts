import { encodeBlock } from '../../chain/block-rlp.ts';
import { encodeReceiptRlp } from '../../chain/receipt-rlp.ts';
import { toHex } from '../../primitives/hex.ts';
import { type BlockReadRequest, bytesOfAll, defineBlockRead } from '../execution/long-blocks.ts';

/** debug_getRawReceipts */
export const rawReceiptsRead = defineBlockRead<BlockReadRequest>('readRawReceipts', {
  bytes: (chain, { block }) => bytesOfAll(chain.bodySizes(block.height)),
  run: ({ chain }, { block }) =>
    chain.receipts(block.height)?.map((receipt) => toHex(encodeReceiptRlp(receipt))) ?? null,
});

/** debug_getRawBlock */
export const rawBlockRead = defineBlockRead<BlockReadRequest>('readRawBlock', {
  bytes: (chain, { block }) => chain.bodySizes(block.height).transactions,
  run: ({ chain }, { block }) => {
    const found = chain.block(block.height);
    return found === undefined ? null : toHex(encodeBlock(found));
  },
});
