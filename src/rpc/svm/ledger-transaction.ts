import type { Block, ChainReader, Receipt, SealedHeader, TransactionLocation } from '../../chain/types.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import { type SvmTransaction, toSvmTransaction } from '../../svm/transaction.ts';
import { svmOnlyLamportsAt, svmOnlyLamportsBefore, svmOnlySums } from './svm-only-payments.ts';

/** How many transactions of a block are read at once in the search for a balance. */
const pageSize = 64;

/** A transaction in SVM shape; undefined when there is none at that position. */
export function readSvmTransaction(chain: ChainReader, at: TransactionLocation): SvmTransaction | undefined {
  const header = chain.header(at.height);
  const transaction = chain.transaction(at);
  const receipt = chain.receipt(at);
  if (header === undefined || transaction === undefined || receipt === undefined) return undefined;
  return join(header, transaction, receipt, {
    native: (address) => balanceBefore(chain, address, at),
    svmOnly: (key) => svmOnlyLamportsBefore(chain, key, at),
  });
}

/** Each transaction of a block in SVM shape with its receipt, in order. */
export function* svmTransactionsOf(
  chain: ChainReader,
  { header, transactions }: Block,
  receipts: readonly Receipt[],
): Iterable<readonly [SvmTransaction, Receipt]> {
  const parent = chain.states.at(header.number - 1);
  const current = new Map<Address, bigint>();
  const native = (address: Address) => {
    const known = current.get(address) ?? parent?.account(address)?.balance ?? 0n;
    current.set(address, known);
    return known;
  };
  const held = new Map<Hash, bigint>();
  const svmOnly = (key: Hash) => held.get(key) ?? svmOnlyLamportsAt(chain, key, header.number - 1) ?? 0n;
  for (const [index, transaction] of transactions.entries()) {
    const receipt = receipts[index];
    if (receipt === undefined) continue;
    const joined = join(header, transaction, receipt, { native, svmOnly });
    yield [joined, receipt];
    for (const change of receipt.balanceChanges) current.set(change.address, change.after);
    for (const [key, paid] of svmOnlySums(receipt.logs)) held.set(key, svmOnly(key) + paid);
  }
}

/** All transactions of a block in SVM shape, in order. */
export function readSvmTransactions(
  chain: ChainReader,
  block: Block,
  receipts: readonly Receipt[],
): readonly SvmTransaction[] {
  return Array.from(svmTransactionsOf(chain, block, receipts), ([transaction]) => transaction);
}

/** What an account has before a transaction: wei of a native one, lamports of one of the SVM only. */
type Before = {
  readonly native: (address: Address) => bigint;
  readonly svmOnly: (key: Hash) => bigint;
};

function join(header: SealedHeader, transaction: Transaction, receipt: Receipt, before: Before): SvmTransaction {
  return toSvmTransaction({
    hash: transaction.hash,
    sender: transaction.sender,
    to: transaction.to ?? receipt.contractAddress ?? transaction.sender,
    isCreation: transaction.to === undefined,
    value: transaction.value,
    data: transaction.data,
    parentHash: header.parentHash,
    succeeded: receipt.status === 1,
    fee: receipt.gasUsed * receipt.effectiveGasPrice,
    gasUsed: receipt.gasUsed,
    logs: receipt.logs,
    balanceChanges: receipt.balanceChanges,
    svmOnlyChanges: Array.from(svmOnlySums(receipt.logs), ([key, paid]) => {
      const held = before.svmOnly(key);
      return { key, before: held, after: held + paid };
    }),
    unchangedBalance: before.native,
  });
}

/**
 * The balance before the transaction: after the last earlier transaction of the block that touched it, or after the
 * parent.
 */
function balanceBefore(chain: ChainReader, address: Address, at: TransactionLocation): bigint {
  for (const earlier of earlierInBlock(chain, address, at)) {
    const change = chain.receipt(earlier)?.balanceChanges.find((one) => one.address === address);
    if (change !== undefined) return change.after;
  }
  return chain.states.at(at.height - 1)?.account(address)?.balance ?? 0n;
}

/** Transactions of the same block that touched the account before this one, latest first. */
function* earlierInBlock(chain: ChainReader, address: Address, at: TransactionLocation): Iterable<TransactionLocation> {
  for (let before: TransactionLocation | undefined = at; before !== undefined; ) {
    const page: readonly TransactionLocation[] = chain.histories.transactionsOf(address, before, pageSize);
    const inBlock = page.filter((location) => location.height === at.height);
    yield* inBlock;
    before = inBlock.length === pageSize ? inBlock.at(-1) : undefined;
  }
}
