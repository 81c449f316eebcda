import type { MessageFee } from '../../kernel/engine.ts';
import type { Execution, ExecutionContext } from './execution.ts';
import type { GasCost } from './gas-cost.ts';
import { gasToPay } from './settle-gas.ts';

/** The fee in QOR: the sender pays for the whole gas limit first, and gets back what it has not used. */
export function messageFee(
  { gasLimit, gasPrice }: Execution,
  cost: GasCost,
  { feeCollector }: Pick<ExecutionContext, 'feeCollector'>,
): MessageFee {
  return {
    collector: feeCollector,
    prepaid: gasLimit * gasPrice,
    refund: (ended) => (gasLimit - gasToPay(gasLimit, ended, cost)) * gasPrice,
  };
}
