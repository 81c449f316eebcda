import type { ChainReader, SealedHeader } from '../../chain/types.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { ledgerLamports } from '../../svm/account.ts';
import { type AccountName, keyToBase58 } from '../../svm/account-name.ts';
import { toSignature } from '../../svm/signature.ts';
import type { JsonValue } from '../json-value.ts';
import { toBlockhash } from './blockhash.ts';
import { encodeTransaction, encodeTransactionAccounts } from './encode-transaction.ts';
import { readSvmTransactions } from './ledger-transaction.ts';
import type { BlockOptions } from './params/transaction-options.ts';
import { svmOnlyLamportsAt, svmOnlySums } from './svm-only-payments.ts';

/**
 * A block in SVM shape, with the requested details of its transactions.
 */
export function encodeBlock(chain: ChainReader, header: SealedHeader, options: BlockOptions): JsonValue {
  return {
    ...encodeBlockHead(chain, header, options.rewards),
    ...encodeTransactions(chain, header.number, options),
  };
}

/** The members of a block other than its transactions. */
export function encodeBlockHead(chain: ChainReader, header: SealedHeader, withRewards: boolean) {
  return {
    blockHeight: header.number,
    blockTime: header.timestamp,
    blockhash: toBlockhash(header.hash),
    parentSlot: Math.max(0, header.number - 1),
    previousBlockhash: toBlockhash(header.parentHash),
    rewards: withRewards ? rewardsOf(chain, header.number) : undefined,
  };
}

/**
 * Changes of balances by the block itself, not by a transaction. They are none of the kinds of reward that clients know:
 * `rewardType` is null.
 */
function rewardsOf(chain: ChainReader, height: number): readonly JsonText[] {
  const native = (chain.hookChanges(height) ?? []).map(({ address, before, after }) => {
    const postBalance = ledgerLamports(address, after);
    return encodeReward(address, postBalance - ledgerLamports(address, before), postBalance);
  });
  const svmOnly = Array.from(svmOnlySums(chain.events(height) ?? []), ([key, paid]) =>
    encodeReward(key, paid, svmOnlyLamportsAt(chain, key, height) ?? 0n),
  );
  return [...native, ...svmOnly];
}

function encodeReward(name: AccountName, lamports: bigint, postBalance: bigint): JsonText {
  return new JsonText(
    `{"commission":null,"lamports":${lamports},"postBalance":${postBalance},"pubkey":"${keyToBase58(name)}","rewardType":null}`,
  );
}

/** Reads only what is shown: signatures need no transaction, and `none` needs nothing. */
function encodeTransactions(chain: ChainReader, height: number, options: BlockOptions) {
  const { details } = options;
  if (details === 'none') return {};
  if (details === 'signatures') return { signatures: (chain.transactionHashes(height) ?? []).map(toSignature) };
  const block = chain.block(height);
  const encode = details === 'accounts' ? encodeTransactionAccounts : encodeTransaction;
  const shown = block === undefined ? [] : readSvmTransactions(chain, block, chain.receipts(height) ?? []);
  return { transactions: shown.map((tx) => encode(tx, options)) };
}
