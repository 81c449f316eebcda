import type { ChainReader, Receipt, SealedHeader, TransactionLocation } from '../../chain/types.ts';
import { supplyRecord } from '../../kernel/supply.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { JsonObject } from '../dispatch/request.ts';
import { noUncles } from '../evm-common/json/block-json.ts';
import { headerMembers } from '../evm-common/json/header-json.ts';
import { receiptText } from '../evm-common/json/receipt-json.ts';
import { transactionText } from '../evm-common/json/transaction-json.ts';
import type { JsonValue } from '../json-value.ts';

type Mined = {
  readonly header: SealedHeader;
  readonly transaction: Transaction;
  readonly receipt: Receipt;
  readonly index: number;
};

/** A transaction with all that belongs to it; undefined when there is none. */
export function minedAt(chain: ChainReader, at: TransactionLocation): Mined | undefined {
  const header = chain.header(at.height);
  const transaction = chain.transaction(at);
  const receipt = chain.receipt(at);
  return header && transaction && receipt && { header, transaction, receipt, index: at.index };
}

/** The transaction with its full input, as JSON text. */
export function wholeTransaction({ transaction, header, index }: Mined): JsonText {
  return new JsonText(transactionText(transaction, header, index));
}

/** Characters of `0x` and the selector. */
const selectorLength = 10;

/** The transaction with no more than the selector of its input. */
export function shortTransaction(mined: Mined): JsonValue {
  const members = membersOf(transactionText(mined.transaction, mined.header, mined.index));
  return { ...members, input: String(members.input).slice(0, selectorLength) };
}

/** The receipt with the time of its block in seconds. */
export function wholeReceipt({ header, transaction, receipt, index }: Mined): JsonValue {
  const members = membersOf(receiptText({ header, transaction, index }, receipt));
  return { ...members, timestamp: header.timestamp };
}

/** The receipt without logs, with the time of its block in seconds. */
export function shortReceipt({ header, transaction, receipt, index }: Mined): JsonValue {
  const members = membersOf(receiptText({ header, transaction, index }, { ...receipt, logs: [] }));
  return { ...members, logs: null, logsBloom: null, timestamp: header.timestamp };
}

/** The block without transactions and bloom, with their number. */
export function blockMembers(header: SealedHeader): { readonly [member: string]: JsonValue } {
  const members = membersOf(`{${headerMembers(header)},"size":"${quantity(header.size)}",${noUncles}}`);
  return { ...members, logsBloom: null, totalDifficulty: '0x0', transactionCount: header.transactionCount };
}

/** The block with coins that came into existence in it and fees that its transactions paid, both in wei. */
export function blockDetails(chain: ChainReader, header: SealedHeader): JsonValue {
  const fees = (chain.receipts(header.number) ?? []).reduce(
    (sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice,
    0n,
  );
  const issuance = createdUpTo(chain, header.number) - createdUpTo(chain, header.number - 1);
  return {
    block: blockMembers(header),
    issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: quantity(issuance) },
    totalFees: quantity(fees),
  };
}

function createdUpTo(chain: ChainReader, height: number): bigint {
  const state = chain.states.at(height);
  return state === undefined ? 0n : supplyRecord.get(state).created;
}

/** The texts contain no numbers, which would lose digits. */
function membersOf(text: string): JsonObject & { readonly [member: string]: JsonValue } {
  return JSON.parse(text);
}
