import type { Log } from '../../kernel/engine.ts';
import { effectiveGasPrice, hybridType, type Transaction } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { emptyBloom, type LogBlooms } from '../bloom.ts';
import type { BalanceChange, Receipt } from '../types.ts';
import { readBalanceChanges, writeBalanceChanges } from './balance-change-row.ts';

const statusBit = 1;
const creationBit = 2;
const typeShift = 2;
const typeMask = 7;
/** What stands for the type of hybrid transactions, which is too large for its bits. */
const hybridCode = 5;
/** Bits for what is stored only where it is not what it mostly is. */
const usualGasBit = 0x20; // the gas of a plain transfer
const usualPriceBit = 0x40; // the price that follows from the transaction and the base fee
const noLogsBit = 0x80;
const usualGas = 21_000n;

/** Receipt → row. The logs are stored separately; the row has the index of the first and their number. */
export function encodeReceiptRow(receipt: Receipt, transaction: Transaction, baseFee: bigint): Uint8Array {
  const { type, gasUsed, effectiveGasPrice: price, contractAddress, logs } = receipt;
  const flags =
    (receipt.status === 1 ? statusBit : 0) |
    (contractAddress === undefined ? 0 : creationBit) |
    ((type === hybridType ? hybridCode : type) << typeShift) |
    (gasUsed === usualGas ? usualGasBit : 0) |
    (price === effectiveGasPrice(transaction, baseFee) ? usualPriceBit : 0) |
    (logs.length === 0 ? noLogsBit : 0);
  const writer = new ByteWriter();
  writer.byte(flags);
  if (!(flags & usualGasBit)) writer.integer(Number(gasUsed));
  writer.integer(Number(receipt.cumulativeGasUsed));
  if (!(flags & usualPriceBit)) writer.bigint(price);
  if (contractAddress !== undefined) writer.hex(contractAddress);
  writer.integer(receipt.firstLogIndex);
  if (!(flags & noLogsBit)) writer.integer(logs.length);
  writeBalanceChanges(writer, receipt.balanceChanges, { transaction, receipt });
  return writer.finish();
}

/** What receipts of a block are decoded with. */
export type ReceiptParts = {
  /** reads the block's logs by their block-wide index, each when it is asked for */
  readonly logsAt: (first: number, count: number) => Iterable<Log>;
  /** reads a transaction of the block */
  readonly transactionAt: (index: number) => Transaction;
  /** of the block, in wei per gas */
  readonly baseFee: () => bigint;
  readonly blooms: LogBlooms;
};

/**
 * Row → receipt of the transaction at `index`. Logs, bloom, balance changes and the gas price are made when they are
 * first read: a receipt may have 200,000 logs, and most readers need none of them.
 */
export function decodeReceiptRow(row: Uint8Array, index: number, parts: ReceiptParts): Receipt {
  const reader = new ByteReader(row);
  const flags = reader.byte();
  const gasUsed = flags & usualGasBit ? usualGas : BigInt(reader.integer());
  const cumulativeGasUsed = BigInt(reader.integer());
  let price = flags & usualPriceBit ? undefined : reader.bigint();
  const contractAddress = (flags & creationBit) === 0 ? undefined : addressFromBytes(reader.fixed(20));
  const firstLogIndex = reader.integer();
  const logCount = flags & noLogsBit ? 0 : reader.integer();
  const status = (flags & statusBit) === 0 ? 0 : 1;
  let logs: readonly Log[] | undefined;
  let changes: readonly BalanceChange[] | undefined;
  return {
    type: typeOf((flags >> typeShift) & typeMask),
    status,
    gasUsed,
    cumulativeGasUsed,
    contractAddress,
    firstLogIndex,
    get effectiveGasPrice() {
      price ??= effectiveGasPrice(parts.transactionAt(index), parts.baseFee());
      return price;
    },
    get logs() {
      logs ??= [...parts.logsAt(firstLogIndex, logCount)];
      return logs;
    },
    get logsBloom() {
      return logCount === 0 ? emptyBloom : parts.blooms.of(logs ?? parts.logsAt(firstLogIndex, logCount));
    },
    get balanceChanges() {
      changes ??= readBalanceChanges(reader, { transaction: parts.transactionAt(index), receipt: this });
      return changes;
    },
  };
}

function typeOf(value: number): Receipt['type'] {
  if (value === hybridCode) return hybridType;
  if (value === 0 || value === 1 || value === 2 || value === 4) return value;
  throw new RangeError(`not a transaction type: ${value}`);
}

/** Balance changes of the hooks → row. */
export function encodeBalanceChanges(changes: readonly BalanceChange[]): Uint8Array {
  const writer = new ByteWriter();
  writeBalanceChanges(writer, changes, undefined);
  return writer.finish();
}

/** Inverse of the encoding above. */
export function decodeBalanceChanges(row: Uint8Array): readonly BalanceChange[] {
  return readBalanceChanges(new ByteReader(row), undefined);
}
