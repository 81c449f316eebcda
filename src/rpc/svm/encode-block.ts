import type { Block, ChainReader } from '../../chain/contract.ts';
import { toSignature } from '../../svm/signature.ts';
import type { JsonValue } from '../contract.ts';
import { toBlockhash } from './blockhash.ts';
import { encodeTransaction, encodeTransactionAccounts } from './encode-transaction.ts';
import { readSvmTransactions } from './ledger-transaction.ts';
import type { BlockOptions } from './params/transaction-options.ts';

/** A block in SVM shape, with as much of its transactions as was asked for. */
export function encodeBlock(chain: ChainReader, block: Block, options: BlockOptions): JsonValue {
  const { header, transactions } = block;
  const { details } = options;
  const encode = details === 'accounts' ? encodeTransactionAccounts : encodeTransaction;
  const isListed = details === 'full' || details === 'accounts';
  const shown = isListed ? readSvmTransactions(chain, block, chain.receipts(header.number) ?? []) : [];
  return {
    blockHeight: header.number,
    blockTime: header.timestamp,
    blockhash: toBlockhash(header.hash),
    parentSlot: Math.max(0, header.number - 1),
    previousBlockhash: toBlockhash(header.parentHash),
    rewards: options.rewards ? [] : undefined,
    signatures: details === 'signatures' ? transactions.map((tx) => toSignature(tx.hash)) : undefined,
    transactions: isListed ? shown.map((tx) => encode(tx, options)) : undefined,
  };
}
