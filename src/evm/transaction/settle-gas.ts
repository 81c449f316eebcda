import type { Outcome } from '../../kernel/engine.ts';
import type { GasCost } from './gas-cost.ts';

/** EIP-3529: at most a fifth of the gas used is refunded. */
const refundQuotient = 5n;

/** Gas to pay for: the gas used less the refund, at least the floor (EIP-7623). */
export function gasToPay(
  gasLimit: bigint,
  { gasLeft, refund }: Pick<Outcome, 'gasLeft' | 'refund'>,
  { floor }: GasCost,
): bigint {
  const inUse = gasLimit - gasLeft;
  const maxRefund = inUse / refundQuotient;
  const used = inUse - (refund < maxRefund ? refund : maxRefund);
  return used > floor ? used : floor;
}
