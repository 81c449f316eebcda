import { type TransactionFault, TransactionFaultError } from '../evm/transaction/fault.ts';
import { feeFundsFault, fundsFault, senderFault } from '../evm/transaction/sender-fault.ts';
import type { FeeFunds, FeeRules } from '../kernel/fee-rules.ts';
import { feeCap, type Transaction, tipCap } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import type { StateView } from '../state/types.ts';
import { dropReasons } from './drop-reasons.ts';
import { MempoolError } from './fault.ts';
import type { PooledTransaction } from './pooled-transaction.ts';
import type { SenderQueue } from './sender-queue.ts';

/**
 * The fault of a sender that cannot send this now or later. A nonce that is too high is none: the transaction waits.
 */
export function nonceAndCodeFault(
  tx: Transaction,
  state: StateView,
  funds: FeeFunds | undefined,
): TransactionFault | undefined {
  const fault = senderFault(tx, state, funds);
  return fault?.code === 'nonce-too-high' ? undefined : fault;
}

/**
 * The sender must have the funds for this and all its other pooled transactions, of QOR and of its fee token. Throws a
 * TransactionFaultError.
 */
export function assertPayable(
  { cost, tokenFee }: PooledTransaction,
  replaced: PooledTransaction | undefined,
  queue: SenderQueue,
  balance: bigint,
  funds: FeeFunds | undefined,
): void {
  assertNoFault(fundsFault(balance, queue.cost - (replaced?.cost ?? 0n) + cost));
  if (funds !== undefined) assertNoFault(feeFundsFault(funds, queue.tokenFee - (replaced?.tokenFee ?? 0n) + tokenFee));
}

/**
 * The pooled transactions of a sender that it can no longer pay one by one, or that it would now pay in another way: it
 * has chosen a fee token since, or QOR again, so that nobody has checked whether it has enough.
 */
export function unpayable(
  sender: Address,
  queue: SenderQueue,
  balance: bigint,
  state: StateView,
  fees: Pick<FeeRules, 'fundsOf'> | undefined,
): readonly { readonly tx: Transaction; readonly reason: string }[] {
  const paysInToken = fees?.fundsOf(state, { sender, to: undefined, data: emptyBytes }) !== undefined;
  const areAllInQor = !paysInToken && queue.tokenFee === 0n;
  if (areAllInQor && queue.cost <= balance) return [];
  return queue.all().flatMap((pooled) => {
    const reason = unpayableReason(pooled, balance, areAllInQor ? undefined : fees?.fundsOf(state, pooled.tx));
    return reason === undefined ? [] : [{ tx: pooled.tx, reason }];
  });
}

function unpayableReason({ cost, tokenFee }: PooledTransaction, balance: bigint, funds: FeeFunds | undefined) {
  if (cost > balance) return dropReasons.unpayable;
  if ((funds === undefined) !== (tokenFee === 0n)) return dropReasons.otherToken;
  return funds !== undefined && tokenFee > funds.wei ? dropReasons.tokenSpent : undefined;
}

/** Throws a TransactionFaultError when there is a fault. */
export function assertNoFault(fault: TransactionFault | undefined): void {
  if (fault !== undefined) throw new TransactionFaultError(fault);
}

/** Both fees of a replacement must rise by `bump` percent, rounded up. Throws a MempoolError. */
export function assertOutbids(tx: Transaction, replaced: Transaction, bump: number): void {
  const raised = (fee: bigint) => (fee * BigInt(100 + bump) + 99n) / 100n;
  const needed = { feeCap: raised(feeCap(replaced)), tipCap: raised(tipCap(replaced)) };
  if (feeCap(tx) >= needed.feeCap && tipCap(tx) >= needed.tipCap) return;
  throw new MempoolError({ code: 'replacement-underpriced', ...needed, bump });
}
