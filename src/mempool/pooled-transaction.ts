import { feeCap, type Transaction, tipCap } from '../kernel/transaction/transaction.ts';

/** A transaction in the pool. */
export type PooledTransaction = {
  readonly tx: Transaction;
  /** most that it can cost its sender, in wei */
  readonly cost: bigint;
  /** place in the order of arrival */
  readonly arrival: number;
};

export function toPooledTransaction(tx: Transaction, arrival: number): PooledTransaction {
  return { tx, cost: tx.gasLimit * feeCap(tx) + tx.value, arrival };
}

/** What the proposer gets per gas at this base fee; negative when the transaction must wait for a lower one. In wei. */
export function tipAt({ tx }: PooledTransaction, baseFee: bigint): bigint {
  const room = feeCap(tx) - baseFee;
  const tip = tipCap(tx);
  return room < tip ? room : tip;
}
