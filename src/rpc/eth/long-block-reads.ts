import type { ChainReader } from '../../chain/types.ts';
import { textOfPieces } from '../dispatch/text-of-pieces.ts';
import { fullBlockPieces } from '../evm-common/json/block-json.ts';
import { receiptPieces } from '../evm-common/json/receipt-json.ts';
import { type BlockReadRequest, bytesOfAll, defineBlockRead, logBytesAt } from '../execution/long-blocks.ts';

/** eth_getBlockByNumber with whole transactions. */
export const fullBlockRead = defineBlockRead<BlockReadRequest>('readBlock', {
  bytes: (chain, { block }) => chain.bodySizes(block.height).transactions,
  run: ({ chain }, { block }) => {
    const found = chain.block(block.height);
    return found === undefined ? null : textOfPieces(fullBlockPieces(found));
  },
});

/** eth_getBlockReceipts */
export const receiptsRead = defineBlockRead<BlockReadRequest>('readReceipts', {
  bytes: (chain, { block }) => bytesOfAll(chain.bodySizes(block.height)),
  run: ({ chain }, { block }) => textOfPieces(allReceiptPieces(chain, block.height)),
});

/** eth_getTransactionReceipt */
export const receiptRead = defineBlockRead<BlockReadRequest & { readonly index: number }>('readReceipt', {
  bytes: (chain, { block, index }) => logBytesAt(chain, block.height, index),
  run: ({ chain }, { block, index }) => textOfPieces(onePieces(chain, block.height, index)),
});

function* allReceiptPieces(chain: ChainReader, height: number): Iterable<string> {
  const block = chain.block(height);
  const receipts = chain.receipts(height) ?? [];
  if (block === undefined) throw new Error(`there is no block ${height}`);
  const { header, transactions } = block;
  yield '[';
  for (const [index, receipt] of receipts.entries()) {
    const transaction = transactions[index];
    if (transaction === undefined) throw new Error(`block ${height} has no transaction ${index}`);
    if (index > 0) yield ',';
    yield* receiptPieces({ header, transaction, index }, receipt);
  }
  yield ']';
}

function onePieces(chain: ChainReader, height: number, index: number): Iterable<string> {
  const header = chain.header(height);
  const transaction = chain.transaction({ height, index });
  const receipt = chain.receipt({ height, index });
  if (!header || !transaction || !receipt) throw new Error(`no receipt ${index} in block ${height}`);
  return receiptPieces({ header, transaction, index }, receipt);
}
