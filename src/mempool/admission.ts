import { TransactionFaultError } from '../evm/transaction/fault.ts';
import { type ChainRules, staticFault } from '../evm/transaction/static-fault.ts';
import { feeCap, type Transaction } from '../kernel/transaction/transaction.ts';
import { MempoolError, type MempoolFault } from './fault.ts';

/** Conditions on a transaction that depend neither on the state nor on the pool. */
export type AdmissionRules = {
  readonly chain: ChainRules;
  /** wei per gas that no base fee goes below */
  readonly baseFeeFloor: bigint;
} & AdmissionPolicy;

/** The conditions that the operator of the node sets. */
export type AdmissionPolicy = {
  /** most wei for a transaction's whole gas limit; 0n = no limit */
  readonly feeLimitWei: bigint;
  /** whether a transaction may leave out the chain id, and so be valid on other chains too */
  readonly allowsUnprotected: boolean;
  /** how risky a transaction looks, in basis points; absent when the operator has set no limit */
  readonly riskOf?: ((tx: Transaction) => number) | undefined;
};

/** Bytes of a transaction: 128 KiB, as in go-ethereum. */
export const maxTransactionBytes = 131_072;

/** Throws a MempoolError when a transaction is longer than any that the pool takes, before it is decoded. */
export function assertLength({ length: size }: Uint8Array): void {
  if (size > maxTransactionBytes) throw new MempoolError({ code: 'oversized', size, limit: maxTransactionBytes });
}

/** Throws a MempoolError or a TransactionFaultError when the pool would reject this transaction in any state. */
export function assertAdmissible(tx: Transaction, rules: AdmissionRules): void {
  assertLength(tx.raw);
  const fault = envelopeFault(tx, rules);
  if (fault !== undefined) throw new MempoolError(fault);
  const invalid = staticFault(tx, rules.chain);
  if (invalid !== undefined) throw new TransactionFaultError(invalid);
  const unpayable = feeFault(tx, rules);
  if (unpayable !== undefined) throw new MempoolError(unpayable);
}

function envelopeFault({ chainId }: Transaction, policy: AdmissionPolicy): MempoolFault | undefined {
  return chainId === undefined && !policy.allowsUnprotected ? { code: 'unprotected' } : undefined;
}

function feeFault(
  tx: Transaction,
  { baseFeeFloor: floor, feeLimitWei: cap }: AdmissionRules,
): MempoolFault | undefined {
  const price = feeCap(tx);
  if (price < floor) return { code: 'fee-cap-below-floor', sender: tx.sender, feeCap: price, floor };
  const fee = price * tx.gasLimit;
  return cap > 0n && fee > cap ? { code: 'fee-above-cap', fee, cap } : undefined;
}
