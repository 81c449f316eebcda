import type { Execution, ExecutionContext } from './execution.ts';

/** The sender pays for the whole gas limit before anything runs. The caller has checked that the money is there. */
export function buyGas({ sender, gasLimit, gasPrice }: Execution, { state, feeCollector }: ExecutionContext): void {
  const prepaid = gasLimit * gasPrice;
  if (prepaid > 0n) state.transfer(sender, feeCollector, prepaid);
}
