import { feeCap, type Transaction, tipCap } from '../kernel/transaction/transaction.ts';

/** A transaction in the pool. */
export type PooledTransaction = {
  readonly tx: Transaction;
  /**
   * most wei that it can cost its sender: gas limit × fee cap + value; only the value when the fee is paid in another
   * token
   */
  readonly cost: bigint;
  /** highest fee in wei when it is paid in another token, else 0 */
  readonly tokenFee: bigint;
  /** number in the order of arrival */
  readonly arrival: number;
};

/** `paysInToken`: the fee is not paid in QOR */
export function toPooledTransaction(tx: Transaction, arrival: number, paysInToken = false): PooledTransaction {
  const fee = tx.gasLimit * feeCap(tx);
  return { tx, cost: paysInToken ? tx.value : fee + tx.value, tokenFee: paysInToken ? fee : 0n, arrival };
}

/** Wei per gas for the proposer at this base fee; negative when the transaction must wait for a lower base fee. */
export function tipAt({ tx }: PooledTransaction, baseFee: bigint): bigint {
  const rest = feeCap(tx) - baseFee;
  const tip = tipCap(tx);
  return rest < tip ? rest : tip;
}
