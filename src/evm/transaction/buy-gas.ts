import type { FeePayment } from '../../kernel/fee-rules.ts';
import type { Execution, ExecutionContext } from './execution.ts';

/**
 * The sender pays for the whole gas limit before the execution. The caller has checked that it can. Returns the payment
 * of a sender that does not pay in QOR.
 */
export function buyGas(execution: Execution, { state, feeCollector, run }: ExecutionContext): FeePayment | undefined {
  const prepaid = execution.gasLimit * execution.gasPrice;
  if (prepaid === 0n) return undefined;
  const payment = run.natives.fees?.charge(state, execution, prepaid, feeCollector);
  if (payment === undefined) state.transfer(execution.sender, feeCollector, prepaid);
  return payment;
}
