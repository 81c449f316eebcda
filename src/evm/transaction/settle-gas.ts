import type { Outcome } from '../../kernel/engine.ts';
import type { FeePayment } from '../../kernel/fee-rules.ts';
import type { Execution, ExecutionContext } from './execution.ts';
import type { GasCost } from './gas-cost.ts';

/** EIP-3529: at most a fifth of the gas used is refunded. */
const refundQuotient = 5n;

/** Gas to pay for: the gas used less the refund, at least the floor (EIP-7623). */
export function gasToPay(gasLimit: bigint, outcome: Outcome, { floor }: GasCost): bigint {
  const inUse = gasLimit - outcome.gasLeft;
  const maxRefund = inUse / refundQuotient;
  const used = inUse - (outcome.refund < maxRefund ? outcome.refund : maxRefund);
  return used > floor ? used : floor;
}

/** Refunds the unused part of the prepaid gas, in the token of the payment, else in QOR. */
export function refundGas(
  gasUsed: bigint,
  execution: Execution,
  payment: FeePayment | undefined,
  { state, feeCollector }: ExecutionContext,
): void {
  const unused = (execution.gasLimit - gasUsed) * execution.gasPrice;
  if (payment !== undefined) payment.settle(state, unused);
  else if (unused > 0n) state.transfer(feeCollector, execution.sender, unused);
}
