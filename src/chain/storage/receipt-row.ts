import type { Log } from '../../kernel/engine.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { bytesFromRlp, integerFromRlp, listFromRlp, numberFromRlp } from '../../primitives/rlp/item.ts';
import { emptyBloom, type LogBlooms } from '../bloom.ts';
import type { BalanceChange, Receipt } from '../types.ts';
import { balanceChangesFromRlp, balanceChangesToRlp } from './balance-change-row.ts';

/**
 * Receipt → row: the RLP of its fields. The logs are rows of their own: it has the index of the first and the
 * number; the bloom follows from them.
 */
export function encodeReceiptRow(receipt: Receipt, transaction: Transaction): Uint8Array {
  return encodeRlp([
    receipt.type,
    receipt.status,
    receipt.gasUsed,
    receipt.cumulativeGasUsed,
    receipt.effectiveGasPrice,
    receipt.contractAddress ?? emptyBytes,
    receipt.firstLogIndex,
    receipt.logs.length,
    balanceChangesToRlp(receipt.balanceChanges, transaction),
  ]);
}

/** What receipts of a block are decoded with. */
export type ReceiptParts = {
  /** reads the block's logs by their block-wide index, each when it is asked for */
  readonly logsAt: (first: number, count: number) => Iterable<Log>;
  /** reads a transaction of the block by its index */
  readonly transactionAt: (index: number) => Transaction | undefined;
  /** makes their blooms when they are read */
  readonly blooms: LogBlooms;
};

/**
 * Row → receipt of the transaction at `index`. Logs, bloom and balance changes are made when they are first read: a
 * receipt may have 200,000 logs, and most readers need none of them. Throws an RlpError when the row is malformed.
 */
export function decodeReceiptRow(row: Uint8Array, index: number, parts: ReceiptParts): Receipt {
  const [type, status, gasUsed, cumulative, price, created, first, count, changed] = listFromRlp(decodeRlp(row));
  const contract = bytesFromRlp(created);
  const firstLogIndex = numberFromRlp(first);
  const logCount = numberFromRlp(count);
  let logs: readonly Log[] | undefined;
  let changes: readonly BalanceChange[] | undefined;
  return {
    type: numberFromRlp(type) as Receipt['type'],
    status: numberFromRlp(status) === 0 ? 0 : 1,
    gasUsed: integerFromRlp(gasUsed),
    cumulativeGasUsed: integerFromRlp(cumulative),
    effectiveGasPrice: integerFromRlp(price),
    contractAddress: contract.length === 0 ? undefined : addressFromBytes(contract),
    firstLogIndex,
    get logs() {
      logs ??= [...parts.logsAt(firstLogIndex, logCount)];
      return logs;
    },
    get logsBloom() {
      return logCount === 0 ? emptyBloom : parts.blooms.of(logs ?? parts.logsAt(firstLogIndex, logCount));
    },
    get balanceChanges() {
      changes ??= balanceChangesFromRlp(changed, parts.transactionAt(index) ?? {});
      return changes;
    },
  };
}
