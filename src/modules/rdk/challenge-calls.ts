import { treasury } from '../../kernel/module-account.ts';
import { type CallContext, type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { asOption, bytesField, flagField, maxDataBytes, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { rdkAddress } from '../addresses.ts';
import { type NumberedBatch, progressOf, rejectBatch, schedule, statusOf } from './batch-chain.ts';
import type { Dependencies } from './dependencies.ts';
import { batchChallenged, bondReturned, challengeResolved } from './events.ts';
import { fault } from './faults.ts';
import { batches, type Challenge, challenges, type Rollup, rollupNamed } from './records.ts';

const rollupId = textField('name of the rollup');
const batchIndex = uint(48, 'number of the batch');
type Named = { readonly rollupId: string; readonly batchIndex: bigint };
type Found = NumberedBatch & {
  readonly id: string;
  readonly rollup: Rollup;
  readonly challenge: Challenge | undefined;
};

export const challengeBatch = call('challengeBatch', {
  doc: "Say that a batch is wrong, while its window is open. The bond moves from the caller to the module until the authority has decided; the batch and those after it wait, and the window's clock stands still.",
  inputs: {
    rollupId,
    batchIndex,
    proof: asOption(bytesField('what shows the fraud, for those who decide', { maxBytes: maxDataBytes })),
  },
  outputs: { bond: uqor('held') },
  gas: 120_000n,
  gasPerByte: 200n,
  example: ['my-rollup', '1', '--proof', '0x…'],
  fault: (context, inputs) => {
    const found = find(context, inputs);
    if ('code' in found) return found;
    const { challenge_bond, max_proof_size } = found.rollup.proof_config;
    const late = windowFault(context, inputs.rollupId, found);
    if (late !== undefined) return late;
    if (inputs.proof.length === 0) return fault.proofMissing();
    if (inputs.proof.length > max_proof_size) return fault.badProofSize(`at most ${max_proof_size} bytes`);
    return uqorBalance(context.state, context.caller) < challenge_bond
      ? fault.insufficientBond(`${challenge_bond} uqor`)
      : undefined;
  },
  run: (context, inputs) => {
    const found = find(context, inputs);
    if ('code' in found) return { bond: 0n };
    const { state, block, caller, emit } = context;
    const { id, index, rollup } = found;
    const bond = rollup.proof_config.challenge_bond;
    transferUqor(state, caller, rdkAddress, bond);
    const challenged_at = Number(block.timestamp);
    challenges.set(state, { challenger: caller, bond, proof: inputs.proof, challenged_at }, id, index);
    batches.set(state, { ...found.batch, status: 'challenged' }, id, index);
    schedule(state, id, progressOf(state, id));
    emit(batchChallenged.log({ rollupId: id, batchIndex: BigInt(index), challenger: caller, bond }));
    return { bond };
  },
});

/** The call by which the authority decides about a challenge. */
export function resolveChallenge({ isAuthority }: Dependencies) {
  return call('resolveChallenge', {
    doc: 'Decide a challenge. Upheld: the batch is rejected with all that were built on it, and the bond goes back. Dismissed: the bond goes to the treasury, and the window goes on where it stood still. For the authority.',
    inputs: { rollupId, batchIndex, fraudUpheld: flagField('whether the batch was wrong') },
    gas: 120_000n,
    example: ['my-rollup', '1', 'true'],
    fault: (context, inputs) => {
      const found = find(context, inputs);
      if ('code' in found) return found;
      if (!isAuthority(context.state, context.caller)) return fault.notPermitted('the authority may');
      const status = statusOf(context.state, found.id, found);
      if (status === 'submitted') return fault.batchNotChallenged();
      return status === 'challenged' ? undefined : fault.batchEnded();
    },
    run: (context, inputs) => {
      const found = find(context, inputs);
      if ('code' in found || found.challenge === undefined) return {};
      const { id: name, index } = found;
      const ids = { rollupId: name, batchIndex: BigInt(index) };
      challenges.remove(context.state, name, index);
      context.emit(challengeResolved.log({ ...ids, resolver: context.caller, fraudUpheld: inputs.fraudUpheld }));
      if (inputs.fraudUpheld) {
        returnBond(context, found, found.challenge);
        rejectBatch(context, name, found);
      } else dismiss(context, found, found.challenge);
      return {};
    },
  });
}

export const reclaimBond = call('reclaimBond', {
  doc: 'Pay back the bond of a challenge whose batch was rejected because it was built on another rejected batch. Anybody may ask.',
  inputs: { rollupId, batchIndex },
  outputs: { bond: uqor('paid to the challenger') },
  gas: 80_000n,
  example: ['my-rollup', '2'],
  fault: (context, inputs) => {
    const found = find(context, inputs);
    if ('code' in found) return found;
    if (found.challenge === undefined) return fault.noOpenChallenge();
    const status = statusOf(context.state, found.id, found);
    return status === 'rejected' ? undefined : fault.notPermitted('the authority decides this challenge');
  },
  run: (context, inputs) => {
    const found = find(context, inputs);
    if ('code' in found || found.challenge === undefined) return { bond: 0n };
    challenges.remove(context.state, found.id, found.index);
    batches.set(context.state, { ...found.batch, status: 'rejected' }, found.id, found.index);
    returnBond(context, found, found.challenge);
    return { bond: found.challenge.bond };
  },
});

function find({ state }: CheckContext, { rollupId: id, batchIndex: number }: Named): Found | ModuleFault {
  const rollup = rollupNamed(state, id);
  if (rollup === undefined) return fault.noSuchRollup();
  const index = Number(number);
  const batch = batches.get(state, id, index);
  return batch === undefined
    ? fault.noSuchBatch()
    : { id, index, rollup, batch, challenge: challenges.get(state, id, index) };
}

function windowFault({ state, block }: CheckContext, id: string, found: Found): ModuleFault | undefined {
  const { settlement_mode } = found.rollup;
  if (settlement_mode === 'based' || settlement_mode === 'sovereign')
    return fault.challengePeriodOver(`${settlement_mode} rollups have no challenge window`);
  const status = statusOf(state, id, found);
  if (status === 'challenged') return fault.alreadyChallenged();
  if (status !== 'submitted') return fault.batchEnded();
  return block.timestamp > BigInt(found.batch.due_time) ? fault.challengePeriodOver('its window is closed') : undefined;
}

/** The bond goes to the treasury; the time the challenge took is added to the window. */
function dismiss({ state, block }: CallContext, { id, index, batch }: Found, challenge: Challenge): void {
  transferUqor(state, rdkAddress, treasury, challenge.bond);
  const due_time = batch.due_time + Number(block.timestamp) - challenge.challenged_at;
  batches.set(state, { ...batch, status: 'submitted', due_time }, id, index);
  schedule(state, id, progressOf(state, id));
}

function returnBond({ state, emit }: CallContext, { id, index }: Found, { challenger, bond }: Challenge): void {
  transferUqor(state, rdkAddress, challenger, bond);
  emit(bondReturned.log({ rollupId: id, batchIndex: BigInt(index), challenger, bond }));
}
