import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { asOption, bytes32Field, bytesField, maxPqcBytes, textField, uint } from '../../kernel/module-sdk/field.ts';
import { keepAttestation, otherChain, repeatFault, signatureFault } from './attesting.ts';
import type { Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { isTransactionHash } from './foreign-formats.ts';
import { bridgeParams } from './params.ts';
import { chains, type Operation, operations, sources } from './records.ts';
import { validatorFault } from './roles.ts';
import { attestationDigest, type Claim, isOperationId, sourceKey } from './signed-messages.ts';
import { acceptWhenAttested } from './thresholds.ts';
import { proofFault } from './verifier.ts';

type Attesting = Claim & { readonly proof: Uint8Array; readonly pqcSignature: Uint8Array };

const claimFields = {
  chain: textField('name of the other chain'),
  eventType: textField('deposit or withdrawal_complete', { choices: ['deposit', 'withdrawal_complete'] }),
  operationId: textField('id of the operation'),
  txHash: textField('transaction there'),
  amount: uint(256, 'millionths of the asset'),
  asset: textField('name of the asset'),
};

export const attestationDigestOf = view('attestationDigest', {
  doc: 'What bridge validators, and the committee of a verifier, sign: `qor-bridge-attestation-v2`, see the signed texts below.',
  inputs: claimFields,
  outputs: { digest: bytes32Field('sign this') },
  gas: 3_000n,
  gasPerByte: 16n,
  example: ['ethereum', 'deposit', 'deposit-…', '0x5c50…', '25000000', 'USDC'],
  run: ({ block }, claim) => ({ digest: attestationDigest(block, claim) }),
});

export const attest = (dependencies: Dependencies) =>
  call('attest', {
    doc: 'Attest that an asset was locked (deposit) or released (withdrawal_complete) on another chain. Only for its bridge validators; the ML-DSA-87 signature is over the result of attestationDigest. Version 1, the text chain|event|operation|tx|amount|asset, counts too: the id in it belongs to one network.',
    inputs: {
      ...claimFields,
      proof: asOption(
        bytesField('of the deposit, where the chain has a verifier; see setVerifierBootstrap', { maxBytes: 4096 }),
        '0x',
      ),
      pqcSignature: asOption(bytesField('ML-DSA-87 signature, 4627 bytes', { maxBytes: maxPqcBytes })),
    },
    outputs: { status: textField('of the operation: pending, attested, executed or failed') },
    gas: 300_000n,
    gasPerByte: 300n, // a proof may have 16 signatures of Ed25519
    example: ['ethereum', 'deposit', 'deposit-…', '0x5c50…', '25000000', 'USDC', '--pqc-signature', '@signature'],
    fault: (context, inputs) => {
      const { state, caller } = context;
      if (!bridgeParams.get(state).enabled) return fault.moduleOff();
      const operation = isOperationId(inputs.operationId) ? operations.get(state, inputs.operationId) : undefined;
      return (
        validatorFault(dependencies, state, caller, inputs.chain) ??
        (operation === undefined ? fault.noSuchOperation() : undefined) ??
        (operation && operationFault(context, operation, inputs)) ??
        repeatFault(dependencies, state, caller, inputs) ??
        (operation && proofNeedFault(context, operation, inputs)) ??
        signatureFault(dependencies, context, caller, inputs, inputs.pqcSignature)
      );
    },
    run: (context, inputs) => {
      const { state, caller } = context;
      const kept = operations.get(state, inputs.operationId);
      if (kept === undefined) return { status: '' };
      const operation = { ...kept, is_proven: kept.is_proven || inputs.proof.length > 0 };
      operations.set(state, operation, inputs.operationId);
      keepAttestation(context, caller, inputs, inputs.pqcSignature);
      acceptWhenAttested(dependencies, context, inputs.operationId, operation);
      return { status: operations.get(state, inputs.operationId)?.status ?? '' };
    },
  });

/** Why the operation cannot be attested by this call, or undefined. */
function operationFault({ state, block }: CheckContext, operation: Operation, claim: Claim): ModuleFault | undefined {
  const isDeposit = operation.type === 'deposit';
  if (claim.eventType !== (isDeposit ? 'deposit' : 'withdrawal_complete')) return fault.eventTypeMismatch();
  if (otherChain(operation) !== claim.chain) return fault.attestationMismatch('another chain');
  if (operation.completed_at > 0) return fault.operationEnded();
  if (operation.status === 'challenged') return fault.operationNotDue();
  if (operation.status !== 'pending') return fault.fullyAttested();
  if (operation.asset !== claim.asset) return fault.attestationMismatch('another asset');
  if (operation.amount !== claim.amount) return fault.attestationMismatch(`the amount is ${operation.amount}`);
  if (!isDeposit && block.timestamp < BigInt(operation.challenge_end_time)) return fault.operationNotDue();
  if (!isDeposit) return isTransactionHash(claim.txHash) ? undefined : fault.attestationMismatch('no transaction hash');
  if (operation.source_tx_hash !== claim.txHash) return fault.attestationMismatch('another transaction');
  return sources.get(state, claim.chain, sourceKey(claim.txHash)) === undefined ? undefined : fault.alreadyBridged();
}

function proofNeedFault(
  { state, block }: CheckContext,
  operation: Operation,
  claim: Attesting,
): ModuleFault | undefined {
  const verifier = chains.get(state, claim.chain)?.verifier ?? 'none';
  if (operation.type === 'withdrawal' || verifier === 'none')
    return claim.proof.length === 0 ? undefined : fault.badDepositProof('none is needed here');
  if (claim.proof.length === 0) return operation.is_proven ? undefined : fault.badDepositProof('one is needed');
  return proofFault({ state, block }, claim, claim.proof);
}
