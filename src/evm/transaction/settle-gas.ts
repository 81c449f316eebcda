import type { Outcome } from '../../kernel/engine.ts';
import type { Execution, ExecutionContext } from './execution.ts';
import type { GasCost } from './gas-cost.ts';

/** EIP-3529: at most a fifth of the gas in use is refunded. */
const refundQuotient = 5n;

/** Gas to pay for: what is in use less the refund, and never below the floor (EIP-7623). */
export function gasToPay(gasLimit: bigint, outcome: Outcome, { floor }: GasCost): bigint {
  const inUse = gasLimit - outcome.gasLeft;
  const most = inUse / refundQuotient;
  const used = inUse - (outcome.refund < most ? outcome.refund : most);
  return used > floor ? used : floor;
}

/** Pays the unused part of the prepaid gas back. */
export function refundGas(gasUsed: bigint, execution: Execution, { state, feeCollector }: ExecutionContext): void {
  const unused = (execution.gasLimit - gasUsed) * execution.gasPrice;
  if (unused > 0n) state.transfer(feeCollector, execution.sender, unused);
}
