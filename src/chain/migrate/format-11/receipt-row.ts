import type { Log } from '../../../kernel/engine.ts';
import { effectiveGasPrice, hybridType, type Transaction } from '../../../kernel/transaction/transaction.ts';
import { addressFromBytes } from '../../../primitives/address.ts';
import { ByteReader } from '../../../primitives/byte-reader.ts';
import { LogBlooms } from '../../bloom.ts';
import type { Receipt } from '../../types.ts';
import { readBalanceChanges } from './balance-change-row.ts';

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
const blooms = new LogBlooms();

/** Row → receipt of a transaction. `blockLogs`: all logs of the block. */
export function decodeReceiptRow(
  row: Uint8Array,
  transaction: Transaction,
  baseFee: bigint,
  blockLogs: readonly Log[],
): Receipt {
  const reader = new ByteReader(row);
  const flags = reader.byte();
  const gasUsed = flags & usualGasBit ? usualGas : BigInt(reader.integer());
  const cumulativeGasUsed = BigInt(reader.integer());
  const price = flags & usualPriceBit ? effectiveGasPrice(transaction, baseFee) : reader.bigint();
  const contractAddress = (flags & creationBit) === 0 ? undefined : addressFromBytes(reader.fixed(20));
  const firstLogIndex = reader.integer();
  const logCount = flags & noLogsBit ? 0 : reader.integer();
  const logs = blockLogs.slice(firstLogIndex, firstLogIndex + logCount);
  const fields = {
    type: typeOf((flags >> typeShift) & typeMask),
    status: (flags & statusBit) === 0 ? 0 : 1,
    gasUsed,
    cumulativeGasUsed,
    effectiveGasPrice: price,
    contractAddress,
    firstLogIndex,
    logs,
    logsBloom: blooms.of(logs),
  } as const;
  return { ...fields, balanceChanges: readBalanceChanges(reader, { transaction, receipt: fields }) };
}

function typeOf(value: number): Receipt['type'] {
  if (value === hybridCode) return hybridType;
  if (value === 0 || value === 1 || value === 2 || value === 4) return value;
  throw new RangeError(`not a transaction type: ${value}`);
}
