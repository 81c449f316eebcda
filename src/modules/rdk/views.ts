import { view } from '../../kernel/module-sdk/call.ts';
import { accountField, bytes32Field, flagField, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { batchAt, progressOf, statusOf } from './batches/batch-chain.ts';
import { fault } from './faults.ts';
import { profileNames } from './profiles/profiles.ts';
import { maxUseCaseLength, suggestProfile } from './profiles/suggest-profile.ts';
import { batches, rollupNamed, withdrawals } from './records.ts';

const zeroWord = new Uint8Array(32);
const rollupId = textField('name of the rollup');
const noRollup = {
  creator: zeroAddress,
  status: '',
  settlement: '',
  totalBatches: 0n,
  lastFinalizedBatch: 0n,
  finalStateRoot: zeroWord,
  escrow: 0n,
};

const rollupOf = view('rollupOf', {
  doc: 'How far a rollup has come. All zero when there is none of that name.',
  inputs: { rollupId },
  outputs: {
    creator: accountField('who created it'),
    status: textField('pending, active, paused or stopped'),
    settlement: textField('optimistic, zk, based or sovereign'),
    totalBatches: uint(64, 'batches ever submitted'),
    lastFinalizedBatch: uint(64, 'number of the last final batch'),
    finalStateRoot: bytes32Field('state after it'),
    escrow: uqor('deposited and not withdrawn'),
  },
  gas: 8_000n,
  run: ({ state }, { rollupId: id }) => {
    const rollup = rollupNamed(state, id);
    if (rollup === undefined) return noRollup;
    const { total_batches, finalized_length, last_finalized_batch, escrow } = progressOf(state, id);
    return {
      creator: rollup.creator,
      status: rollup.status,
      settlement: rollup.settlement_mode,
      totalBatches: BigInt(total_batches),
      lastFinalizedBatch: BigInt(last_finalized_batch),
      finalStateRoot: batchAt(state, id, finalized_length)?.batch.state_root ?? zeroWord,
      escrow,
    };
  },
});

const batchOf = view('batchOf', {
  doc: 'A batch of a rollup. All zero when there is none of that number.',
  inputs: { rollupId, batchIndex: uint(48, 'number of the batch') },
  outputs: {
    status: textField('submitted, challenged, finalized or rejected'),
    stateRoot: bytes32Field('state after it'),
    withdrawalsRoot: bytes32Field('root of its withdrawals'),
    finalizedAt: uint(64, 'height; 0 when it is not final'),
  },
  gas: 8_000n,
  run: ({ state }, { rollupId: id, batchIndex }) => {
    const index = Number(batchIndex);
    const batch = rollupNamed(state, id) && batches.get(state, id, index);
    if (batch === undefined) return { status: '', stateRoot: zeroWord, withdrawalsRoot: zeroWord, finalizedAt: 0n };
    return {
      status: statusOf(state, id, { index, batch }),
      stateRoot: batch.state_root,
      withdrawalsRoot: batch.withdrawals_root.length === 0 ? zeroWord : batch.withdrawals_root,
      finalizedAt: BigInt(batch.finalized_at),
    };
  },
});

const isWithdrawn = view('isWithdrawn', {
  doc: 'Whether a withdrawal is paid.',
  inputs: { rollupId, batchIndex: uint(48, 'number of the batch'), withdrawalIndex: uint(48, 'number of the leaf') },
  outputs: { paid: flagField('whether it is') },
  gas: 3_000n,
  run: ({ state }, { rollupId: id, batchIndex, withdrawalIndex }) => ({
    paid:
      rollupNamed(state, id) !== undefined &&
      withdrawals.get(state, id, Number(batchIndex), Number(withdrawalIndex)) !== undefined,
  }),
});

const suggestProfileView = view('suggestProfile', {
  doc: 'The profile that fits a description best. Goes by fixed keywords.',
  inputs: {
    useCase: textField(`what the rollup is for, at most ${maxUseCaseLength} characters`, {
      maxBytes: 4 * maxUseCaseLength,
    }),
  },
  outputs: {
    profile: textField(`one of ${profileNames.join(', ')}`),
    confidence: uint(8, 'how clear the choice is, in per cent; 0 for the default'),
    reasoning: textField('words it went by, and what the profile means'),
    alternative: textField('second choice'),
  },
  gas: 50_000n,
  gasPerByte: 100n,
  example: ['a lending market'],
  fault: (_, { useCase }) =>
    useCase.length > maxUseCaseLength
      ? fault.badRollup(`useCase must have at most ${maxUseCaseLength} characters`)
      : undefined,
  run: (_, { useCase }) => {
    const { profile, percent, reasoning, alternative } = suggestProfile(useCase);
    return { profile, confidence: BigInt(percent), reasoning, alternative };
  },
});

export const views = [rollupOf, batchOf, isWithdrawn, suggestProfileView];
