import { base58 } from '@scure/base';
import { encodeSvmTransaction } from '../../svm/message-wire.ts';
import { encodeSignatureText } from '../../svm/signature-text.ts';
import type { SvmTransaction } from '../../svm/transaction.ts';
import { toTransactionError } from '../../svm/transaction-error.ts';
import type { JsonValue } from '../contract.ts';
import { encodeMessage, encodeParsedMessage, parsedKeys } from './encode-message.ts';
import { encodeStatus } from './outcome.ts';
import type { TransactionEncoding, TransactionOptions } from './params/transaction-options.ts';

type Members = { readonly [member: string]: JsonValue | undefined };

/** A transaction with what it did; its version is told only to clients that ask. */
export function encodeTransaction(tx: SvmTransaction, { encoding, withVersion }: TransactionOptions): Members {
  return {
    meta: { ...encodeOutcome(tx), ...detailsOf(tx) },
    transaction: encodeBody(tx, encoding),
    version: withVersion ? 'legacy' : undefined,
  };
}

/** The accounts of a transaction with what it did to them. */
export function encodeTransactionAccounts(tx: SvmTransaction, { withVersion }: TransactionOptions): Members {
  return {
    meta: encodeOutcome(tx),
    transaction: { accountKeys: parsedKeys(tx), signatures: [encodeSignatureText(tx.signature)] },
    version: withVersion ? 'legacy' : undefined,
  };
}

function encodeBody(tx: SvmTransaction, encoding: TransactionEncoding): JsonValue {
  const signatures = [encodeSignatureText(tx.signature)];
  if (encoding === 'json') return { message: encodeMessage(tx), signatures };
  if (encoding === 'jsonParsed') return { message: encodeParsedMessage(tx), signatures };
  const bytes = encodeSvmTransaction(tx);
  if (encoding === 'base64') return [Buffer.from(bytes).toString('base64'), 'base64'];
  return encoding === 'base58' ? [base58.encode(bytes), 'base58'] : base58.encode(bytes);
}

function encodeOutcome(tx: SvmTransaction): Members {
  const error = toTransactionError(tx.succeeded, tx.instructions.length);
  return {
    err: error,
    fee: tx.fee,
    postBalances: tx.postBalances,
    postTokenBalances: [],
    preBalances: tx.preBalances,
    preTokenBalances: [],
    status: encodeStatus(error),
  };
}

function detailsOf(tx: SvmTransaction): Members {
  return {
    computeUnitsConsumed: tx.computeUnits,
    innerInstructions: [],
    loadedAddresses: { readonly: [], writable: [] },
    logMessages: tx.logMessages,
    rewards: [],
  };
}
