import type { StateView } from '../../state/types.ts';
import type { Dependencies } from './dependencies.ts';
import { bridgePqcVerificationEvent } from './events.ts';
import type { EffectContext } from './limiter.ts';
import { bridgeParams } from './params.ts';
import { chains, type Operation } from './records.ts';
import { acceptDeposit, completeWithdrawal } from './settle.ts';
import { sufficientSupport } from './support.ts';

/** Advances the operation when its attestations suffice and, where the chain has a verifier, it is proven. */
export function acceptWhenAttested(
  dependencies: Dependencies,
  context: EffectContext,
  id: string,
  operation: Operation,
): void {
  const { state, emit } = context;
  const support = sufficientSupport(dependencies, state, id, operation);
  if (support === undefined || !isProven(state, operation)) return;
  const threshold = BigInt(bridgeParams.get(state).attestation_threshold);
  emit(bridgePqcVerificationEvent.log({ operationId: id, signatures: BigInt(support.heads), threshold }));
  if (operation.type === 'deposit') acceptDeposit(context, id, operation);
  else completeWithdrawal(context, id, operation, support.txHash);
}

/** Whether a deposit needs no proof, or has it. */
export function isProven(state: StateView, { type, source_chain, is_proven }: Operation): boolean {
  return type === 'withdrawal' || is_proven || chains.get(state, source_chain)?.verifier === 'none';
}
