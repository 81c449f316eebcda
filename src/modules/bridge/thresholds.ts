import { countAttestations } from './attesting.ts';
import type { Dependencies } from './dependencies.ts';
import { bridgePqcVerification } from './events.ts';
import type { EffectContext } from './limiter.ts';
import { bridgeParams } from './params.ts';
import { chains, type Operation } from './records.ts';
import { acceptDeposit, completeWithdrawal } from './settle.ts';

/** Advances the operation when its attestations suffice and, where the chain has a verifier, it is proven. */
export function acceptWhenAttested(
  dependencies: Dependencies,
  context: EffectContext,
  id: string,
  operation: Operation,
  txHash: string,
): void {
  const { state, emit } = context;
  const threshold = bridgeParams.get(state).attestation_threshold;
  const signatures = countAttestations(dependencies, state, id, operation, txHash);
  if (signatures < threshold || !isProven(context, operation)) return;
  emit(bridgePqcVerification.log({ operationId: id, signatures: BigInt(signatures), threshold: BigInt(threshold) }));
  if (operation.type === 'deposit') acceptDeposit(context, id, operation);
  else completeWithdrawal(context, id, operation, txHash);
}

function isProven({ state }: EffectContext, { type, source_chain, is_proven }: Operation): boolean {
  return type === 'withdrawal' || is_proven || chains.get(state, source_chain)?.verifier === 'none';
}
