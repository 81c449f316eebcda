import type { Execution, ExecutionContext } from './execution.ts';

/** The sender pays for the whole gas limit before the execution. The caller has checked the balance. */
export function buyGas({ sender, gasLimit, gasPrice }: Execution, { state, feeCollector }: ExecutionContext): void {
  const prepaid = gasLimit * gasPrice;
  if (prepaid > 0n) state.transfer(sender, feeCollector, prepaid);
}
