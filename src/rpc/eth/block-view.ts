import type { ChainReader, SealedHeader } from '../../chain/types.ts';
import { quantity } from '../../primitives/quantity.ts';
import { noUncles } from '../evm-common/json/block-json.ts';
import { headerMembers, pendingHeaderMembers } from '../evm-common/json/header-json.ts';
import { receiptText } from '../evm-common/json/receipt-json.ts';
import { transactionText } from '../evm-common/json/transaction-json.ts';
import { type CommittedBlock, JsonText } from '../types.ts';
import type { BlockTexts } from './block-texts.ts';

/** A block as clients see it, each part made on request. */
export type BlockView = {
  transactionCount(): number;
  block(isFull: boolean): JsonText | undefined;
  header(): JsonText;
  receipts(): JsonText | undefined;
};

/** The block at a height that has one. */
export function committedView(chain: ChainReader, texts: BlockTexts, height: number): BlockView {
  const header = (): SealedHeader => {
    const found = chain.header(height);
    if (found === undefined) throw new Error(`there is no block ${height}`);
    return found;
  };
  return {
    transactionCount: () => header().transactionCount,
    block: (isFull) => texts.block(height, isFull),
    header: () => new JsonText(`{${headerMembers(header())}}`),
    receipts: () => texts.receipts(height),
  };
}

/** The block that would be made now: it has no hash and no miner, and its transactions no position yet. */
export function pendingView({ block: { header, transactions }, receipts }: CommittedBlock): BlockView {
  const members = pendingHeaderMembers(header);
  return {
    transactionCount: () => transactions.length,
    header: () => new JsonText(`{${members}}`),
    block: (isFull) => {
      const items = transactions.map((tx) => (isFull ? transactionText(tx) : `"${tx.hash}"`));
      return new JsonText(
        `{${members},"size":"${quantity(header.size)}","transactions":[${items.join(',')}],${noUncles}}`,
      );
    },
    receipts: () => {
      const texts = transactions.flatMap((transaction, index) => {
        const receipt = receipts[index];
        return receipt === undefined ? [] : receiptText({ header, transaction, index }, receipt);
      });
      return new JsonText(`[${texts.join(',')}]`);
    },
  };
}
