import type { Receipt, SealedHeader } from '../../../chain/types.ts';
import type { Log } from '../../../kernel/engine.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { toHex } from '../../../primitives/hex.ts';
import { quantity } from '../../../primitives/quantity.ts';

/** A transaction that is in a block. */
type MinedTransaction = {
  readonly header: SealedHeader;
  readonly transaction: Transaction;
  readonly index: number;
};

/** Receipt → JSON text. */
export function receiptText(mined: MinedTransaction, receipt: Receipt): string {
  const { header, transaction, index } = mined;
  return (
    `{"type":"0x${receipt.type.toString(16)}","status":"0x${receipt.status}",` +
    `"cumulativeGasUsed":"${quantity(receipt.cumulativeGasUsed)}","logs":[${receiptLogTexts(mined, receipt).join(',')}],` +
    `"logsBloom":"${toHex(receipt.logsBloom)}","transactionHash":"${transaction.hash}",` +
    `"transactionIndex":"${quantity(index)}","blockHash":"${header.hash}","blockNumber":"${quantity(header.number)}",` +
    `"gasUsed":"${quantity(receipt.gasUsed)}","effectiveGasPrice":"${quantity(receipt.effectiveGasPrice)}",` +
    `"from":"${transaction.sender}","to":${textOrNull(transaction.to)},` +
    `"contractAddress":${textOrNull(receipt.contractAddress)}}`
  );
}

/** The logs of one transaction, each as JSON text. */
function receiptLogTexts({ header, transaction, index }: MinedTransaction, { logs, firstLogIndex }: Receipt): string[] {
  if (logs.length === 0) return [];
  const place = logPlaceText(header, transaction.hash, index);
  return logs.map((log, offset) => logText(log, place, firstLogIndex + offset));
}

/** The members that all logs of one transaction share. */
export function logPlaceText(header: SealedHeader, transactionHash: Hash, index: number): string {
  return (
    `"blockNumber":"${quantity(header.number)}","transactionHash":"${transactionHash}",` +
    `"transactionIndex":"${quantity(index)}","blockHash":"${header.hash}",` +
    `"blockTimestamp":"${quantity(header.timestamp)}"`
  );
}

/** Log → JSON text. `logIndex` counts the logs of the whole block. */
export function logText({ address, topics, data }: Log, place: string, logIndex: number): string {
  const topicsText = topics.length === 0 ? '' : `"${topics.join('","')}"`;
  return (
    `{"address":"${address}","topics":[${topicsText}],"data":"${toHex(data)}",${place},` +
    `"logIndex":"${quantity(logIndex)}","removed":false}`
  );
}

function textOrNull(address: string | undefined): string {
  return address === undefined ? 'null' : `"${address}"`;
}
