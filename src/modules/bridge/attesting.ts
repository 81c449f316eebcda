import { verifyMlDsa } from '@qord/curves/ml-dsa';
import type { CheckContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { toHex } from '../../primitives/hex.ts';
import type { StateView } from '../../state/types.ts';
import type { Dependencies } from './dependencies.ts';
import { bridgeAttestationEvent } from './events.ts';
import { fault } from './faults.ts';
import type { EffectContext } from './limiter.ts';
import { type Attestation, attestations, type Operation, validators } from './records.ts';
import { validatorFault } from './roles.ts';
import { type Claim, isAttested } from './signed-messages.ts';

/** Why the signature of a bridge validator under the claim is not accepted, or undefined. */
export function signatureFault(
  dependencies: Dependencies,
  { state, block }: Pick<CheckContext, 'state' | 'block'>,
  validator: Address,
  claim: Claim,
  signature: Uint8Array,
): ModuleFault | undefined {
  const rejection = validatorFault(dependencies, state, validator, claim.chain);
  if (rejection !== undefined) return rejection;
  const key = validators.get(state, validator)?.pqc_pubkey ?? emptyBytes;
  const isSigned = isAttested(block, claim, (message) => verifyMlDsa('ml-dsa-87', key, signature, message));
  return isSigned ? undefined : fault.badSignature();
}

/** Stores a checked attestation. */
export function keepAttestation(context: EffectContext, validator: Address, claim: Claim, signature: Uint8Array): void {
  const { state, block, emit } = context;
  const { operationId, eventType, txHash } = claim;
  const attestation: Attestation = {
    event_type: eventType === 'deposit' ? 'deposit' : 'withdrawal_complete',
    tx_hash: txHash,
    pqc_signature: signature,
    key_version: validators.get(state, validator)?.key_version ?? 0,
    timestamp: Number(block.number),
  };
  attestations.set(state, attestation, operationId, validator);
  emit(bridgeAttestationEvent.log({ operationId, validator, eventType, txHash }));
}

/**
 * Whether an attestation counts: its signature was verified when it arrived, and stays valid as long as the key is the
 * same and its validator may attest.
 */
function doesCount(
  dependencies: Dependencies,
  state: StateView,
  chain: string,
  validator: Address,
  { key_version }: Attestation,
): boolean {
  if (validatorFault(dependencies, state, validator, chain) !== undefined) return false;
  return validators.get(state, validator)?.key_version === key_version;
}

/**
 * Why the validator cannot attest the operation again. It may when its attestation no longer counts, since its key was
 * changed, or named another transaction.
 */
export function repeatFault(
  dependencies: Dependencies,
  state: StateView,
  validator: Address,
  { operationId, chain, txHash }: Claim,
): ModuleFault | undefined {
  const earlier = attestations.get(state, operationId, validator);
  if (earlier === undefined || earlier.tx_hash !== txHash) return undefined;
  return doesCount(dependencies, state, chain, validator, earlier) ? fault.alreadyAttested() : undefined;
}

/** The attestations that count for one transaction of the other chain: different keys, and the power of all. */
export type Support = { readonly txHash: string; readonly heads: number; readonly power: bigint };

/**
 * What counts for an operation now, for each transaction that is attested for it: validators, and the uqor bonded with
 * them. Who has left the active set, was suspended or has another key does not count. Validators with the same key are
 * one head: a signature is public, so whoever registers the key of another could repeat it.
 */
export function supportsOf(
  dependencies: Dependencies,
  state: StateView,
  id: string,
  operation: Operation,
): readonly Support[] {
  const supports = new Map<string, Support>();
  const counted = new Set<string>();
  for (const [[, validator], attestation] of attestations.list(state, [id])) {
    if (!doesCount(dependencies, state, otherChain(operation), validator, attestation)) continue;
    const { tx_hash: txHash } = attestation;
    const { heads = 0, power = 0n } = supports.get(txHash) ?? {};
    const more = dependencies.activePowerOf(state, validator);
    const signer = `${txHash} ${toHex(validators.get(state, validator)?.pqc_pubkey ?? emptyBytes)}`;
    supports.set(txHash, { txHash, heads: heads + (counted.has(signer) ? 0 : 1), power: power + more });
    counted.add(signer);
  }
  return [...supports.values()];
}

/** The chain at the other end. */
export function otherChain({ type, source_chain, dest_chain }: Operation): string {
  return type === 'deposit' ? source_chain : dest_chain;
}
