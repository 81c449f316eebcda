import type { CheckContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { type Address, addressFromBytes, zeroAddress } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import { repeatFault, signatureFault } from './attesting.ts';
import { chainNamed } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { isTransactionHash } from './foreign-formats.ts';
import { maxAttestations, operations, sources } from './records.ts';
import { type Claim, depositId, sourceKey } from './signed-messages.ts';

const maxCommitmentBytes = 64;
const addressBytes = 20;

/** A deposit as it is claimed. */
export type Deposit = {
  readonly chain: string;
  readonly txHash: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly validatorSigs: readonly Uint8Array[];
  readonly pqcCommitment: Uint8Array;
  readonly receiver: Address;
};

/** Why the form of a claim is not valid, or undefined. Reads no state. */
export function formFault({ txHash: hash, pqcCommitment }: Deposit): ModuleFault | undefined {
  if (!isTransactionHash(hash)) return fault.malformed('txHash must have 1 to 128 visible characters and no |');
  return pqcCommitment.length > maxCommitmentBytes
    ? fault.malformed(`pqcCommitment must have at most ${maxCommitmentBytes} bytes`)
    : undefined;
}

/**
 * Claims that nobody has attested yet coexist: otherwise anybody could block a deposit of somebody else. For the same
 * reason signatures may be submitted for a claim that somebody else made.
 */
export function duplicateFault(context: CheckContext, inputs: Deposit): ModuleFault | undefined {
  const { state } = context;
  if (sources.get(state, inputs.chain, sourceKey(inputs.txHash)) !== undefined) return fault.alreadyBridged();
  const operation = operations.get(state, claimOf(context, inputs).operationId);
  if (operation === undefined) return undefined;
  return operation.status === 'pending' && inputs.validatorSigs.length > 0 ? undefined : fault.alreadyBridged();
}

/** Why the signatures in a claim are not accepted, or undefined. Verifies each of them. */
export function signaturesFault(
  dependencies: Dependencies,
  context: CheckContext,
  inputs: Deposit,
): ModuleFault | undefined {
  const { state } = context;
  const { validatorSigs } = inputs;
  if (validatorSigs.length === 0) return undefined;
  if (needsProof(state, inputs.chain)) return fault.badDepositProof('attest with a proof instead');
  const claim = claimOf(context, inputs);
  if (validatorSigs.length > maxAttestations) return fault.tooManyAttestations();
  const seen = new Set<Address>();
  for (const packed of validatorSigs) {
    if (packed.length <= addressBytes) return fault.badSignature();
    const { validator, signature } = splitSignature(packed);
    if (seen.has(validator)) return fault.alreadyAttested();
    seen.add(validator);
    const rejection =
      repeatFault(dependencies, state, validator, claim) ??
      signatureFault(dependencies, context, validator, claim, signature);
    if (rejection !== undefined) return rejection;
  }
  return undefined;
}

function needsProof(state: StateView, id: string): boolean {
  return chainNamed(state, id)?.verifier !== 'none';
}

/** 20 bytes of the validator, then its signature. */
export function splitSignature(packed: Uint8Array) {
  return { validator: addressFromBytes(packed.slice(0, addressBytes)), signature: packed.slice(addressBytes) };
}

/** The account that a claim credits: the named one, by default the caller. */
export function receiverOf({ caller }: CheckContext, inputs: Deposit): Address {
  return inputs.receiver === zeroAddress ? caller : inputs.receiver;
}

/** What bridge validators attest of it. */
export function claimOf(context: CheckContext, inputs: Deposit): Claim {
  const facts = { chain: inputs.chain, txHash: inputs.txHash, asset: inputs.asset, amount: inputs.amount };
  const operationId = depositId(context.block, { ...facts, receiver: receiverOf(context, inputs) });
  return { ...facts, eventType: 'deposit', operationId };
}
