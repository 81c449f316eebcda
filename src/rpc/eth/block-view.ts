import type { ChainReader, CommittedBlock, Receipt, SealedHeader } from '../../chain/types.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { JsonText } from '../../primitives/json-text.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { quantity } from '../../primitives/quantity.ts';
import { noUncles } from '../evm-common/json/block-json.ts';
import { headerMembers, pendingHeaderMembers } from '../evm-common/json/header-json.ts';
import { receiptText } from '../evm-common/json/receipt-json.ts';
import { transactionText } from '../evm-common/json/transaction-json.ts';
import type { Caller } from '../execution/job.ts';
import type { BlockReads } from '../execution/long-blocks.ts';
import type { LongTexts } from '../execution/long-texts.ts';
import type { JsonValue } from '../json-value.ts';
import type { BlockTexts } from './block-texts.ts';
import { fullBlockRead, receiptsRead } from './long-block-reads.ts';

/** A block as clients see it, each part made on request. */
export type BlockView = {
  transactionCount(): number;
  block(isFull: boolean, caller: Caller): MaybePromise<JsonValue>;
  header(): JsonText;
  receipts(caller: Caller): MaybePromise<JsonValue>;
};

/** The block at a height that has one. */
export function committedView(chain: ChainReader, texts: BlockTexts, reads: BlockReads, height: number): BlockView {
  const request = { block: { by: 'height', height } } as const;
  const header = (): SealedHeader => {
    const found = chain.header(height);
    if (found === undefined) throw new Error(`there is no block ${height}`);
    return found;
  };
  return {
    transactionCount: () => header().transactionCount,
    block: (isFull, caller) =>
      isFull
        ? reads.read(fullBlockRead, request, caller, () => texts.fullBlock(height) ?? null)
        : (texts.hashesBlock(height) ?? null),
    header: () => new JsonText(`{${headerMembers(header())}}`),
    receipts: (caller) => reads.read(receiptsRead, request, caller, () => texts.receipts(height) ?? null),
  };
}

/**
 * The block that would be made now: it has no hash and no miner, and its transactions no position yet. It is only on the
 * main thread, where what is long of it is made by turns.
 */
export function pendingView(
  { block: { header, transactions }, receipts }: CommittedBlock,
  texts: LongTexts,
): BlockView {
  const members = pendingHeaderMembers(header);
  const start = `{${members},"size":"${quantity(header.size)}","transactions":[`;
  return {
    transactionCount: () => transactions.length,
    header: () => new JsonText(`{${members}}`),
    block: (isFull, caller) => {
      const textOf = (tx: Transaction) => (isFull ? transactionText(tx) : `"${tx.hash}"`);
      return texts.make(() => listPieces(start, transactions, textOf, `],${noUncles}}`), caller);
    },
    receipts: (caller) => {
      const textOf = (receipt: Receipt, index: number) => {
        const transaction = transactions[index];
        return transaction === undefined ? 'null' : receiptText({ header, transaction, index }, receipt);
      };
      return texts.make(() => listPieces('[', receipts, textOf, ']'), caller);
    },
  };
}

/** JSON text in pieces, one for each item. */
function* listPieces<T>(
  start: string,
  items: readonly T[],
  textOf: (item: T, index: number) => string,
  end: string,
): Iterable<string> {
  yield start;
  for (const [index, item] of items.entries()) yield (index === 0 ? '' : ',') + textOf(item, index);
  yield end;
}
