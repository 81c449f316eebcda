import type { SealedHeader } from '../../../chain/types.ts';
import { legacyV } from '../../../kernel/transaction/codec.ts';
import {
  type AccessList,
  type Authorization,
  effectiveGasPrice,
  feeCap,
  hybridType,
  type Transaction,
  type UnsignedTransaction,
} from '../../../kernel/transaction/transaction.ts';
import { toHex } from '../../../primitives/hex.ts';
import { quantity } from '../../../primitives/quantity.ts';

/**
 * Transaction → JSON text, with the members of its type. Everything in it is hex, so that nothing needs escaping. A
 * pending transaction has null for its position, and its fee cap as gas price.
 */
export function transactionText(tx: Transaction, header?: SealedHeader, index?: number): string {
  const price = header === undefined ? feeCap(tx) : effectiveGasPrice(tx, header.baseFee);
  return (
    `{${placeText(header, index)},"from":"${tx.sender}","hash":"${tx.hash}",` +
    `${contentMembers(tx, price)},${signatureMembers(tx)}}`
  );
}

/**
 * What the sender signs, as members without braces, and the price it pays when one is given. Without one, `gasPrice` is
 * there for the types that sign it and for no other: clients take both prices in a request for a contradiction.
 */
export function contentMembers(tx: UnsignedTransaction, price?: bigint): string {
  const gasPrice = price ?? ('gasPrice' in tx ? tx.gasPrice : undefined);
  return (
    `"type":"0x${tx.type.toString(16)}","nonce":"${quantity(tx.nonce)}","gas":"${quantity(tx.gasLimit)}",` +
    `${gasPrice === undefined ? '' : `"gasPrice":"${quantity(gasPrice)}",`}` +
    `"to":${tx.to === undefined ? 'null' : `"${tx.to}"`},"value":"${quantity(tx.value)}",` +
    `"input":"${toHex(tx.data)}"${feeText(tx)}${listsText(tx)}`
  );
}

/** The members of the signature, without braces. */
export function signatureMembers(tx: Transaction): string {
  const { chainId, signature } = tx;
  const { r, s, yParity } = signature;
  const points = `"r":"${quantity(r)}","s":"${quantity(s)}"`;
  if (tx.type === 0) return `"v":"${quantity(legacyV(chainId, yParity))}",${points}`;
  const members = `"v":"0x${yParity}",${points},"yParity":"0x${yParity}"`;
  if (tx.type !== hybridType) return members;
  return `${members},"algorithmId":"${quantity(tx.algorithmId)}","pqcSignature":"${toHex(tx.pqcSignature)}"`;
}

function placeText(header: SealedHeader | undefined, index: number | undefined): string {
  if (header === undefined || index === undefined) {
    return '"blockHash":null,"blockNumber":null,"blockTimestamp":null,"transactionIndex":null';
  }
  return (
    `"blockHash":"${header.hash}","blockNumber":"${quantity(header.number)}",` +
    `"blockTimestamp":"${quantity(header.timestamp)}","transactionIndex":"${quantity(index)}"`
  );
}

function feeText(tx: UnsignedTransaction): string {
  if ('gasPrice' in tx) return '';
  return `,"maxFeePerGas":"${quantity(tx.maxFeePerGas)}","maxPriorityFeePerGas":"${quantity(tx.maxPriorityFeePerGas)}"`;
}

function listsText(tx: UnsignedTransaction): string {
  const chainId = tx.chainId === undefined ? '' : `,"chainId":"${quantity(tx.chainId)}"`;
  if (tx.type === 0) return chainId;
  const accessList = `,"accessList":${accessListText(tx.accessList)}`;
  if (tx.type !== 4) return accessList + chainId;
  return `${accessList}${chainId},"authorizationList":[${tx.authorizationList.map(authorizationText).join(',')}]`;
}

/** EIP-2930 list → JSON text. */
export function accessListText(list: AccessList): string {
  const entries = list.map(({ address, storageKeys }) => {
    const keys = storageKeys.map((key) => `"${key}"`).join(',');
    return `{"address":"${address}","storageKeys":[${keys}]}`;
  });
  return `[${entries.join(',')}]`;
}

function authorizationText({ chainId, address, nonce, yParity, r, s }: Authorization): string {
  return (
    `{"chainId":"${quantity(chainId)}","address":"${address}","nonce":"${quantity(nonce)}",` +
    `"yParity":"${quantity(yParity)}","r":"${quantity(r)}","s":"${quantity(s)}"}`
  );
}
