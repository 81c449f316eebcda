import type { Log } from '../../kernel/engine.ts';
import { hybridType, type Transaction } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import type { LogBlooms } from '../bloom.ts';
import type { BalanceChange, Receipt } from '../types.ts';
import { readBalanceChanges, writeBalanceChanges } from './balance-change-row.ts';

const statusBit = 1;
const creationBit = 2;
const typeShift = 2;
/** What stands for the type of hybrid transactions, which is too large for the rest of the byte. */
const hybridCode = 5;

/** Receipt → row. The logs are stored separately; the row has the index of the first and their number. */
export function encodeReceiptRow(receipt: Receipt, transaction: Transaction): Uint8Array {
  const { type, status, contractAddress } = receipt;
  const writer = new ByteWriter();
  const typeCode = type === hybridType ? hybridCode : type;
  writer.byte(
    (typeCode << typeShift) | (contractAddress === undefined ? 0 : creationBit) | (status === 1 ? statusBit : 0),
  );
  writer.integer(Number(receipt.gasUsed));
  writer.integer(Number(receipt.cumulativeGasUsed));
  writer.bigint(receipt.effectiveGasPrice);
  if (contractAddress !== undefined) writer.hex(contractAddress);
  writer.integer(receipt.firstLogIndex);
  writer.integer(receipt.logs.length);
  writeBalanceChanges(writer, receipt.balanceChanges, { transaction, receipt });
  return writer.finish();
}

/** What receipts of a block are decoded with. */
export type ReceiptParts = {
  /** reads the block's logs by their block-wide index */
  readonly logsAt: (first: number, count: number) => readonly Log[];
  /** reads a transaction of the block */
  readonly transactionAt: (index: number) => Transaction;
  readonly blooms: LogBlooms;
};

/**
 * Row → receipt of the transaction at `index`. Logs, bloom and balance changes are decoded when they are first read: a
 * receipt may have 200,000 logs, and most readers need none of them.
 */
export function decodeReceiptRow(row: Uint8Array, index: number, parts: ReceiptParts): Receipt {
  const reader = new ByteReader(row);
  const flags = reader.byte();
  const gasUsed = BigInt(reader.integer());
  const cumulativeGasUsed = BigInt(reader.integer());
  const effectiveGasPrice = reader.bigint();
  const contractAddress = (flags & creationBit) === 0 ? undefined : addressFromBytes(reader.fixed(20));
  const firstLogIndex = reader.integer();
  const logCount = reader.integer();
  const status = (flags & statusBit) === 0 ? 0 : 1;
  let logs: readonly Log[] | undefined;
  let changes: readonly BalanceChange[] | undefined;
  return {
    type: typeOf(flags >> typeShift),
    status,
    gasUsed,
    cumulativeGasUsed,
    effectiveGasPrice,
    contractAddress,
    firstLogIndex,
    get logs() {
      logs ??= parts.logsAt(firstLogIndex, logCount);
      return logs;
    },
    get logsBloom() {
      return parts.blooms.of(this.logs);
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
