import { type CallContext, call, view } from '../../kernel/module-sdk/call.ts';
import {
  accountField,
  asOption,
  bytesField,
  listField,
  maxPqcBytes,
  textField,
  uint,
} from '../../kernel/module-sdk/field.ts';
import { toBech32, zeroAddress } from '../../primitives/address.ts';
import { keepAttestation } from './attesting.ts';
import { transferFault } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import {
  claimOf,
  type Deposit,
  duplicateFault,
  formFault,
  receiverOf,
  signaturesFault,
  splitSignature,
} from './deposit-claim.ts';
import { bridgeDepositEvent } from './events.ts';
import { limitFault } from './limiter.ts';
import { receiverFault } from './receivers.ts';
import { type Operation, operations } from './records.ts';
import { type Claim, depositId as idOf } from './signed-messages.ts';
import { acceptWhenAttested } from './thresholds.ts';

const chain = textField('name of the other chain, such as ethereum');
const txHash = textField('transaction there that locked the asset, 1 to 128 visible characters without |');
const asset = textField('name of the asset, such as USDC');
const amount = uint(256, 'how much, in millionths of the asset');

export const deposit = (dependencies: Dependencies) =>
  call('deposit', {
    doc: 'Claim an asset that was locked on another chain. It is minted once enough bridge validators have attested the lock, with two thirds of the bonded power of the active set, a large one after its challenge period if their attestations still count then. Anybody may bring a claim for anybody, and further signatures of bridge validators to a claim.',
    inputs: {
      chain,
      txHash,
      asset,
      amount,
      validatorSigs: asOption(
        listField(
          bytesField('attestation', { maxBytes: maxPqcBytes }),
          'attestations there are already: of each the validator (20 bytes) and its signature (4627 bytes)',
        ),
        '',
      ),
      pqcCommitment: asOption(bytesField('kept with the operation, at most 64 bytes'), '0x'),
      receiver: asOption(accountField('who gets it; the zero address for the caller'), zeroAddress),
    },
    outputs: { operationId: textField('id of the operation') },
    gas: 150_000n,
    gasPerByte: 200n,
    example: ['ethereum', '0x5c50…', 'USDC', '25000000'],
    fault: (context, inputs) =>
      transferFault(context.state, inputs) ??
      formFault(inputs) ??
      receiverFault(context.state, receiverOf(context, inputs)) ??
      limitFault(context.state, context.block, inputs) ??
      duplicateFault(context, inputs) ??
      signaturesFault(dependencies, context, inputs),
    run: (context, inputs) => {
      const claim = claimOf(context, inputs);
      const operation = operations.get(context.state, claim.operationId) ?? begin(context, inputs, claim);
      for (const { validator, signature } of inputs.validatorSigs.map(splitSignature))
        keepAttestation(context, validator, claim, signature);
      acceptWhenAttested(dependencies, context, claim.operationId, operation);
      return { operationId: claim.operationId };
    },
  });

export const depositId = view('depositId', {
  doc: 'The id that the deposit has or will have. Bridge validators sign it, so they can sign before the claim is brought.',
  inputs: { chain, txHash, asset, amount, receiver: accountField('who gets it') },
  outputs: { operationId: textField('id of the operation') },
  gas: 3_000n,
  gasPerByte: 16n,
  run: ({ block }, inputs) => ({ operationId: idOf(block, inputs) }),
});

function newDeposit(context: CallContext, inputs: Deposit): Operation {
  return {
    type: 'deposit',
    source_chain: inputs.chain,
    dest_chain: 'qor',
    sender: context.caller,
    receiver: toBech32(receiverOf(context, inputs)),
    asset: inputs.asset,
    amount: inputs.amount,
    source_tx_hash: inputs.txHash,
    status: 'pending',
    is_proven: false,
    pqc_commitment: inputs.pqcCommitment,
    retry_count: 0,
    error: '',
    created_at: Number(context.block.timestamp),
    completed_at: 0,
    challenge_end_time: 0,
    due_at: 0,
  };
}

function begin(context: CallContext, inputs: Deposit, claim: Claim): Operation {
  const { state, caller, emit } = context;
  const { operationId, chain: chainId, asset: assetName, amount: millionths, txHash: hash } = claim;
  const operation = newDeposit(context, inputs);
  operations.set(state, operation, operationId);
  const what = { asset: assetName, amount: millionths, txHash: hash };
  emit(
    bridgeDepositEvent.log({ operationId, chainId, sender: caller, recipient: receiverOf(context, inputs), ...what }),
  );
  return operation;
}
