import { feeCap, type Transaction, tipCap } from '../kernel/transaction/transaction.ts';

/** A transaction in the pool. */
export type PooledTransaction = {
  readonly tx: Transaction;
  /** most wei that it can cost its sender: gas limit × fee cap + value */
  readonly cost: bigint;
  /** number in the order of arrival */
  readonly arrival: number;
};

export function toPooledTransaction(tx: Transaction, arrival: number): PooledTransaction {
  return { tx, cost: tx.gasLimit * feeCap(tx) + tx.value, arrival };
}

/** Wei per gas for the proposer at this base fee; negative when the transaction must wait for a lower base fee. */
export function tipAt({ tx }: PooledTransaction, baseFee: bigint): bigint {
  const rest = feeCap(tx) - baseFee;
  const tip = tipCap(tx);
  return rest < tip ? rest : tip;
}
