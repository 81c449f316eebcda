import { treasury } from '../../../kernel/module-account.ts';
import { type CallContext, type CheckContext, call } from '../../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../../kernel/module-sdk/fault.ts';
import {
  asOption,
  bytesField,
  flagField,
  maxDataBytes,
  textField,
  uint,
  uqor,
} from '../../../kernel/module-sdk/field.ts';
import type { Address } from '../../../primitives/address.ts';
import { shareOf } from '../../../primitives/decimal/decimal.ts';
import { weiPerUqor } from '../../../primitives/units.ts';
import { rdkAddress } from '../../addresses.ts';
import { keepBlobUntil } from '../blobs/blob-records.ts';
import type { Dependencies } from '../dependencies.ts';
import { batchChallengedEvent, bondReturnedEvent, challengeResolvedEvent, stakeSlashedEvent } from '../events.ts';
import { fault } from '../faults.ts';
import { rdkParams } from '../params.ts';
import {
  batches,
  type Challenge,
  challengeDeadlines,
  challenges,
  type Rollup,
  rollupNamed,
  rollups,
} from '../records.ts';
import { type NumberedBatch, progressOf, rejectBatch, schedule, statusOf } from './batch-chain.ts';

const rollupId = textField('name of the rollup');
const batchIndex = uint(48, 'number of the batch');
type Named = { readonly rollupId: string; readonly batchIndex: bigint };
type Found = NumberedBatch & {
  readonly id: string;
  readonly rollup: Rollup;
  readonly challenge: Challenge | undefined;
};

export const challengeBatch = call('challengeBatch', {
  doc: "Say that a batch is wrong, while its window is open. The bond moves from the caller to the module until the authority has decided; the batch and those after it wait, and the window's clock stands still. When nobody decides within challenge_decision_seconds, the batch is rejected and the bond goes back.",
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
    const deadline = challenged_at + rdkParams.get(state).challenge_decision_seconds;
    challengeDeadlines.set(state, challenged_at, deadline, id, index);
    keepBlobUntil(state, id, found.batch.data_hash, deadline + rollup.proof_config.challenge_window_sec);
    batches.set(state, { ...found.batch, status: 'challenged' }, id, index);
    schedule(state, id, progressOf(state, id));
    emit(batchChallengedEvent.log({ rollupId: id, batchIndex: BigInt(index), challenger: caller, bond }));
    return { bond };
  },
});

/** The call by which the authority decides about a challenge. */
export function resolveChallenge(dependencies: Dependencies) {
  const { isAuthority } = dependencies;
  return call('resolveChallenge', {
    doc: 'Decide a challenge. Upheld: the batch is rejected with all that were built on it, the bond goes back, and the rollup loses a part of its stake: the challenger gets a part of that, and the rest is burned. Dismissed: the bond goes to the treasury, and the window continues where it stood still. For the authority, unless it is a party: creator, sequencer or challenger.',
    inputs: { rollupId, batchIndex, fraudUpheld: flagField('whether the batch was wrong') },
    gas: 120_000n,
    example: ['my-rollup', '1', 'true'],
    fault: (context, inputs) => {
      const found = find(context, inputs);
      if ('code' in found) return found;
      if (!isAuthority(context.state, context.caller)) return fault.notPermitted('the authority may');
      if (isParty(found, context.caller)) return fault.notPermitted('a party of the challenge cannot decide it');
      const status = statusOf(context.state, found.id, found);
      if (status === 'submitted') return fault.batchNotChallenged();
      return status === 'challenged' ? undefined : fault.batchEnded();
    },
    run: (context, inputs) => {
      const found = find(context, inputs);
      if ('code' in found || found.challenge === undefined) return;
      const { id: name, index } = found;
      const ids = { rollupId: name, batchIndex: BigInt(index) };
      challenges.remove(context.state, name, index);
      context.emit(challengeResolvedEvent.log({ ...ids, resolver: context.caller, fraudUpheld: inputs.fraudUpheld }));
      if (inputs.fraudUpheld) {
        returnBond(context, found, found.challenge);
        slashStake(dependencies, context, found, found.challenge);
        rejectBatch(context, name, found);
      } else dismiss(context, found, found.challenge);
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

/** Whether the account gains or loses by the decision. */
function isParty({ rollup, batch, challenge }: Found, account: Address): boolean {
  const parties = [rollup.creator, ...rollup.sequencer_config.sequencers, batch.submitter, challenge?.challenger];
  return parties.includes(account);
}

/** Takes a part of the stake: a part of it for the challenger, the rest is burned. */
function slashStake(
  { burnCoins }: Pick<Dependencies, 'burnCoins'>,
  context: CallContext,
  { id, index, rollup }: Found,
  { challenger }: Challenge,
): void {
  const { state, emit } = context;
  const { fraud_slash_rate, challenger_share } = rdkParams.get(state);
  const slashed = shareOf(rollup.held_stake, fraud_slash_rate);
  const rewarded = shareOf(slashed, challenger_share);
  const burned = slashed - rewarded;
  const { stake_amount, held_stake } = rollup;
  rollups.set(state, { ...rollup, stake_amount: stake_amount - slashed, held_stake: held_stake - slashed }, id);
  transferUqor(state, rdkAddress, challenger, rewarded);
  burnCoins(context, rdkAddress, burned * weiPerUqor, 'slash');
  emit(stakeSlashedEvent.log({ rollupId: id, batchIndex: BigInt(index), challenger, rewarded, burned }));
}

/** The bond goes to the treasury; the time the challenge took is added to the window. */
function dismiss({ state, block }: CallContext, { id, index, batch }: Found, challenge: Challenge): void {
  transferUqor(state, rdkAddress, treasury, challenge.bond);
  const due_time = batch.due_time + Number(block.timestamp) - challenge.challenged_at;
  batches.set(state, { ...batch, status: 'submitted', due_time }, id, index);
  keepBlobUntil(state, id, batch.data_hash, due_time);
  schedule(state, id, progressOf(state, id));
}

export function returnBond(
  { state, emit }: Pick<CallContext, 'state' | 'emit'>,
  { id, index }: Pick<Found, 'id' | 'index'>,
  { challenger, bond }: Challenge,
): void {
  transferUqor(state, rdkAddress, challenger, bond);
  emit(bondReturnedEvent.log({ rollupId: id, batchIndex: BigInt(index), challenger, bond }));
}
