import type { ChainReader, Receipt } from '../../chain/types.ts';
import type { Log } from '../../kernel/engine.ts';
import { TextPieces } from '../dispatch/text-of-pieces.ts';
import { fullBlockPieces } from '../evm-common/json/block-json.ts';
import { receiptPieces } from '../evm-common/json/receipt-json.ts';
import { type BlockReadRequest, bytesOfAll, defineBlockRead, logBytesAt } from '../execution/long-blocks.ts';

/** eth_getBlockByNumber with whole transactions. */
export const fullBlockRead = defineBlockRead<BlockReadRequest>('readBlock', {
  bytes: (chain, { block }) => chain.bodySizes(block.height).transactions,
  run: ({ chain }, { block }) => {
    const found = chain.block(block.height);
    return found === undefined ? null : new TextPieces(() => fullBlockPieces(found));
  },
});

/** eth_getBlockReceipts */
export const receiptsRead = defineBlockRead<BlockReadRequest>('readReceipts', {
  bytes: (chain, { block }) => bytesOfAll(chain.bodySizes(block.height)),
  run: ({ chain }, { block }) => new TextPieces(() => allReceiptPieces(chain, block.height)),
});

/** eth_getTransactionReceipt */
export const receiptRead = defineBlockRead<BlockReadRequest & { readonly index: number }>('readReceipt', {
  bytes: (chain, { block, index }) => logBytesAt(chain, block.height, index),
  run: ({ chain }, { block, index }) => new TextPieces(() => onePieces(chain, block.height, index)),
});

function* allReceiptPieces(chain: ChainReader, height: number): Iterable<string> {
  const block = chain.block(height);
  const receipts = chain.receipts(height) ?? [];
  if (block === undefined) throw new Error(`there is no block ${height}`);
  const { header, transactions } = block;
  const logs = chain.eachLog(height, 0)[Symbol.iterator]();
  yield '[';
  for (const [index, receipt] of receipts.entries()) {
    const transaction = transactions[index];
    if (transaction === undefined) throw new Error(`block ${height} has no transaction ${index}`);
    if (index > 0) yield ',';
    yield* receiptPieces({ header, transaction, index }, receipt, ownLogs(logs, receipt, receipts[index + 1]));
  }
  yield ']';
}

function onePieces(chain: ChainReader, height: number, index: number): Iterable<string> {
  const header = chain.header(height);
  const transaction = chain.transaction({ height, index });
  const receipt = chain.receipt({ height, index });
  if (!header || !transaction || !receipt) throw new Error(`no receipt ${index} in block ${height}`);
  const logs = chain.eachLog(height, receipt.firstLogIndex)[Symbol.iterator]();
  const own = ownLogs(logs, receipt, chain.receipt({ height, index: index + 1 }));
  return receiptPieces({ header, transaction, index }, receipt, own);
}

/** Takes the logs of a receipt from those of its block; `next`: the receipt after it. Decoded together they take 60 MB. */
function* ownLogs(logs: Iterator<Log>, { firstLogIndex }: Receipt, next: Receipt | undefined): Iterable<Log> {
  const end = next?.firstLogIndex ?? Number.POSITIVE_INFINITY;
  for (let index = firstLogIndex; index < end; index++) {
    const step = logs.next();
    if (step.done === true) return;
    yield step.value;
  }
}
