import type { Block, ChainReader, Receipt, SealedHeader, TransactionLocation } from '../../chain/types.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { type SvmTransaction, toSvmTransaction } from '../../svm/transaction.ts';

/** How many transactions of a block are read at once in the search for a balance. */
const pageSize = 64;

/** A transaction in SVM shape; undefined when there is none at that position. */
export function readSvmTransaction(chain: ChainReader, at: TransactionLocation): SvmTransaction | undefined {
  const header = chain.header(at.height);
  const transaction = chain.transaction(at);
  const receipt = chain.receipt(at);
  if (header === undefined || transaction === undefined || receipt === undefined) return undefined;
  return join(header, transaction, receipt, (address) => balanceBefore(chain, address, at));
}

/** Each transaction of a block in SVM shape with its receipt, in order. */
export function* svmTransactionsOf(
  chain: ChainReader,
  { header, transactions }: Block,
  receipts: readonly Receipt[],
): Iterable<readonly [SvmTransaction, Receipt]> {
  const parent = chain.states.at(header.number - 1);
  const current = new Map<Address, bigint>();
  const balance = (address: Address) => {
    const known = current.get(address) ?? parent?.account(address)?.balance ?? 0n;
    current.set(address, known);
    return known;
  };
  for (const [index, transaction] of transactions.entries()) {
    const receipt = receipts[index];
    if (receipt === undefined) continue;
    yield [join(header, transaction, receipt, balance), receipt];
    for (const change of receipt.balanceChanges) current.set(change.address, change.after);
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

function join(
  header: SealedHeader,
  transaction: Transaction,
  receipt: Receipt,
  unchangedBalance: (address: Address) => bigint,
): SvmTransaction {
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
    unchangedBalance,
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
