import type { Receipt, SealedHeader } from '../../../chain/types.ts';
import type { Log } from '../../../kernel/engine.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { toHex } from '../../../primitives/hex.ts';
import { quantity } from '../../../primitives/quantity.ts';

type MinedTransaction = {
  readonly header: SealedHeader;
  readonly transaction: Transaction;
  readonly index: number;
};

/** Receipt → JSON text. */
export function receiptText(mined: MinedTransaction, receipt: Receipt): string {
  const { header, transaction, index } = mined;
  const { logs, firstLogIndex } = receipt;
  const place = logs.length === 0 ? '' : logPlaceText(header, transaction.hash, index);
  const texts = logs.map((log, offset) => logText(log, place, firstLogIndex + offset));
  return startOf(receipt) + texts.join(',') + endOf(mined, receipt);
}

/** The same in pieces, one for each log: a receipt may have 200,000. `logs`: its own */
export function* receiptPieces(
  mined: MinedTransaction,
  receipt: Receipt,
  logs: Iterable<Log> = receipt.logs,
): Iterable<string> {
  const { header, transaction, index } = mined;
  const place = logPlaceText(header, transaction.hash, index);
  yield startOf(receipt);
  let logIndex = receipt.firstLogIndex;
  for (const log of logs) {
    yield (logIndex === receipt.firstLogIndex ? '' : ',') + logText(log, place, logIndex);
    logIndex++;
  }
  yield endOf(mined, receipt);
}

/** Up to the logs. */
function startOf(receipt: Receipt): string {
  return (
    `{"type":"0x${receipt.type.toString(16)}","status":"0x${receipt.status}",` +
    `"cumulativeGasUsed":"${quantity(receipt.cumulativeGasUsed)}","logs":[`
  );
}

/** From the logs on. */
function endOf({ header, transaction, index }: MinedTransaction, receipt: Receipt): string {
  return (
    `],"logsBloom":"${toHex(receipt.logsBloom)}","transactionHash":"${transaction.hash}",` +
    `"transactionIndex":"${quantity(index)}","blockHash":"${header.hash}","blockNumber":"${quantity(header.number)}",` +
    `"gasUsed":"${quantity(receipt.gasUsed)}","effectiveGasPrice":"${quantity(receipt.effectiveGasPrice)}",` +
    `"from":"${transaction.sender}","to":${textOrNull(transaction.to)},` +
    `"contractAddress":${textOrNull(receipt.contractAddress)}}`
  );
}

/** The members that all logs of one transaction share. */
export function logPlaceText(header: SealedHeader, transactionHash: Hash, index: number): string {
  return (
    `"blockNumber":"${quantity(header.number)}","transactionHash":"${transactionHash}",` +
    `"transactionIndex":"${quantity(index)}","blockHash":"${header.hash}",` +
    `"blockTimestamp":"${quantity(header.timestamp)}"`
  );
}

/** Log → JSON text. `logIndex` counts the logs of the whole block. `removed`: whether its block was removed */
export function logText({ address, topics, data }: Log, place: string, logIndex: number, removed = false): string {
  const topicsText = topics.length === 0 ? '' : `"${topics.join('","')}"`;
  return (
    `{"address":"${address}","topics":[${topicsText}],"data":"${toHex(data)}",${place},` +
    `"logIndex":"${quantity(logIndex)}","removed":${removed}}`
  );
}

function textOrNull(address: string | undefined): string {
  return address === undefined ? 'null' : `"${address}"`;
}
