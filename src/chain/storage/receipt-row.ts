import type { Log } from '../../kernel/engine.ts';
import { hybridType } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { bloomOf } from '../bloom.ts';
import type { BalanceChange, Receipt } from '../types.ts';

const statusBit = 1;
const creationBit = 2;
const typeShift = 2;
/** What stands for the type of hybrid transactions, which is too large for the rest of the byte. */
const hybridCode = 5;

/** Receipt → row. The logs are stored separately; the row has the index of the first and their number. */
export function encodeReceiptRow(receipt: Receipt): Uint8Array {
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
  writeBalanceChanges(writer, receipt.balanceChanges);
  return writer.finish();
}

/** Row → receipt; `logsAt` reads the block's logs by their block-wide index. The bloom is computed when it is read. */
export function decodeReceiptRow(row: Uint8Array, logsAt: (first: number, count: number) => readonly Log[]): Receipt {
  const reader = new ByteReader(row);
  const flags = reader.byte();
  const gasUsed = BigInt(reader.integer());
  const cumulativeGasUsed = BigInt(reader.integer());
  const effectiveGasPrice = reader.bigint();
  const contractAddress = (flags & creationBit) === 0 ? undefined : addressFromBytes(reader.fixed(20));
  const firstLogIndex = reader.integer();
  const logs = logsAt(firstLogIndex, reader.integer());
  return {
    type: typeOf(flags >> typeShift),
    status: (flags & statusBit) === 0 ? 0 : 1,
    gasUsed,
    cumulativeGasUsed,
    effectiveGasPrice,
    contractAddress,
    logs,
    firstLogIndex,
    get logsBloom() {
      return bloomOf(logs);
    },
    balanceChanges: readBalanceChanges(reader),
  };
}

function typeOf(value: number): Receipt['type'] {
  if (value === hybridCode) return hybridType;
  if (value === 0 || value === 1 || value === 2 || value === 4) return value;
  throw new RangeError(`not a transaction type: ${value}`);
}

/** Writes each change: the address (20 bytes), wei before, wei after. */
function writeBalanceChanges(writer: ByteWriter, changes: readonly BalanceChange[]): void {
  for (const { address, before, after } of changes) {
    writer.hex(address);
    writer.bigint(before);
    writer.bigint(after);
  }
}

/** Reads the changes up to the end of the row. */
function readBalanceChanges(reader: ByteReader): readonly BalanceChange[] {
  const changes: BalanceChange[] = [];
  while (!reader.atEnd) {
    changes.push({ address: addressFromBytes(reader.fixed(20)), before: reader.bigint(), after: reader.bigint() });
  }
  return changes;
}

/** Balance changes of the hooks → row. */
export function encodeBalanceChanges(changes: readonly BalanceChange[]): Uint8Array {
  const writer = new ByteWriter();
  writeBalanceChanges(writer, changes);
  return writer.finish();
}

/** Inverse of the encoding above. */
export function decodeBalanceChanges(row: Uint8Array): readonly BalanceChange[] {
  return readBalanceChanges(new ByteReader(row));
}
