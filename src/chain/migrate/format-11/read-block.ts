import { ByteReader } from '../../../primitives/byte-reader.ts';
import { concatBytes, emptyBytes } from '../../../primitives/bytes.ts';
import { keccakHash } from '../../../primitives/crypto/keccak.ts';
import { heightKey } from '../../../state/keys.ts';
import type { Reader } from '../../../store/types.ts';
import { decodeLogRow } from '../../storage/log-row.ts';
import { unpackList } from '../../storage/packed-list.ts';
import { decodeTransactionRow } from '../../storage/transaction-row.ts';
import type { CommittedBlock } from '../../types.ts';
import { readBalanceChanges } from './balance-change-row.ts';
import { decodeEvents } from './event-row.ts';
import { decodeHeaderRow } from './header-row.ts';
import { decodeReceiptRow } from './receipt-row.ts';

const blocksTable = 64;
const parts = { header: 0, transactions: 2, receipts: 3, logs: 4, events: 5, hookChanges: 6 };
const senderLength = 20;

/** Reads a block in data format 11; undefined when there is none. */
export function readBlock(reader: Reader, height: number): CommittedBlock | undefined {
  const rowOf = (part: number, at = height) => reader.get(blocksTable, concatBytes(heightKey(at), Uint8Array.of(part)));
  const row = rowOf(parts.header);
  if (row === undefined) return undefined;
  const { header, parts: inHeader } = decodeHeaderRow(row, height, rowOf(parts.header, height - 1));
  const partAt = (part: number) => (inHeader === undefined ? rowOf(part) : inHeader[part - parts.transactions]);
  const listAt = (part: number) => {
    const list = partAt(part) ?? emptyBytes;
    return list.length === 0 ? [] : unpackList(list);
  };
  const transactions = listAt(parts.transactions).map((item) =>
    decodeTransactionRow(item, keccakHash(item.subarray(senderLength))),
  );
  const logs = listAt(parts.logs).map(decodeLogRow);
  const receipts = listAt(parts.receipts).map((item, index) => {
    const transaction = transactions[index];
    if (transaction === undefined) throw new RangeError(`block ${height} has no transaction ${index}`);
    return decodeReceiptRow(item, transaction, header.baseFee, logs);
  });
  return {
    block: { header, transactions },
    receipts,
    events: decodeEvents(partAt(parts.events) ?? emptyBytes),
    hookChanges: readBalanceChanges(new ByteReader(partAt(parts.hookChanges) ?? emptyBytes), undefined),
  };
}
