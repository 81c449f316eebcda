import { base58 } from '@scure/base';
import { JsonText } from '../../primitives/json-text.ts';
import { encodeSvmTransaction } from '../../svm/message-codec.ts';
import { encodeSignatureText } from '../../svm/signature-text.ts';
import type { SvmTransaction } from '../../svm/transaction.ts';
import { toTransactionError } from '../../svm/transaction-error.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { encodeMessage, encodeParsedKeys, encodeParsedMessage, jsonTextList } from './encode-message.ts';
import { encodeStatus } from './outcome.ts';
import type { TransactionEncoding, TransactionOptions } from './params/transaction-options.ts';

/** Members of a result that describes a transaction. */
type EncodedTransaction = {
  readonly meta: JsonText;
  readonly transaction: JsonText;
  readonly version?: 'legacy';
};

/** A transaction with its effects; the version only for clients that support versions. A compute unit is one gas. */
export function encodeTransaction(
  tx: SvmTransaction,
  { encoding, withVersion }: TransactionOptions,
): EncodedTransaction {
  return {
    meta: new JsonText(
      `{"computeUnitsConsumed":${tx.computeUnits},${outcomeMembers(tx)},"innerInstructions":[],` +
        `"loadedAddresses":{"readonly":[],"writable":[]},"logMessages":${jsonTextList(tx.logMessages)},"rewards":[]}`,
    ),
    transaction: new JsonText(encodeBody(tx, encoding)),
    ...(withVersion ? { version: 'legacy' } : {}),
  };
}

/** The accounts of a transaction with its effects on them. */
export function encodeTransactionAccounts(tx: SvmTransaction, { withVersion }: TransactionOptions): EncodedTransaction {
  return {
    meta: new JsonText(`{${outcomeMembers(tx)}}`),
    transaction: new JsonText(
      `{"accountKeys":${encodeParsedKeys(tx)},"signatures":["${encodeSignatureText(tx.signature)}"]}`,
    ),
    ...(withVersion ? { version: 'legacy' } : {}),
  };
}

function encodeBody(tx: SvmTransaction, encoding: TransactionEncoding): string {
  if (encoding === 'json' || encoding === 'jsonParsed') {
    const message = encoding === 'json' ? encodeMessage(tx) : encodeParsedMessage(tx);
    return `{"message":${message},"signatures":["${encodeSignatureText(tx.signature)}"]}`;
  }
  const bytes = encodeSvmTransaction(tx);
  if (encoding === 'base64') return `["${Buffer.from(bytes).toString('base64')}","base64"]`;
  return encoding === 'base58' ? `["${base58.encode(bytes)}","base58"]` : `"${base58.encode(bytes)}"`;
}

function outcomeMembers(tx: SvmTransaction): string {
  const error = toTransactionError(tx.succeeded, tx.instructions.length);
  return (
    `"err":${writeJson(error)},"fee":${tx.fee},"postBalances":[${tx.postBalances.join(',')}],"postTokenBalances":[],` +
    `"preBalances":[${tx.preBalances.join(',')}],"preTokenBalances":[],"status":${writeJson(encodeStatus(error))}`
  );
}
