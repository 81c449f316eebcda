import { eventsOf } from '../../kernel/module-sdk/event.ts';
import {
  accountField,
  bytes32Field,
  bytesField,
  flagField,
  indexed,
  textField,
  uint,
  uqor,
} from '../../kernel/module-sdk/field.ts';
import { rdkAddress } from '../addresses.ts';

const event = eventsOf(rdkAddress);

const rollupId = textField('name of the rollup');
const batchIndex = uint(64, 'number of the batch');

export const rollupCreatedEvent = event('RollupCreated', 'A rollup was created.', {
  rollupId,
  operator: indexed(accountField('who created it')),
  settlementType: textField('optimistic, zk, based or sovereign'),
  profile: textField('defi, gaming, nft, enterprise or custom'),
});
export const rollupConfiguredEvent = event('RollupConfigured', 'A rollup got other settings.', {
  rollupId,
  settlementType: textField('optimistic, zk, based or sovereign'),
});
export const rollupPausedEvent = event('RollupPaused', 'A rollup takes no batches for now.', {
  rollupId,
  reason: textField('as its creator gave it'),
});
export const rollupResumedEvent = event('RollupResumed', 'A paused rollup takes batches again.', { rollupId });
export const rollupStoppedEvent = event('RollupStopped', 'A rollup ended.', {
  rollupId,
  returned: uqor('of the stake, paid to its creator now; 0 while batches can still become final'),
});
export const batchSubmittedEvent = event('BatchSubmitted', 'A batch of a rollup came in.', {
  rollupId,
  batchIndex,
  stateRoot: bytes32Field('state after it'),
  txCount: uint(64, 'transactions in it'),
});
export const batchChallengedEvent = event('BatchChallenged', 'Somebody says that a batch is wrong.', {
  rollupId,
  batchIndex,
  challenger: indexed(accountField('who says it')),
  bond: uqor('held until it is decided'),
});
export const challengeResolvedEvent = event('ChallengeResolved', 'A challenge was decided.', {
  rollupId,
  batchIndex,
  resolver: indexed(accountField('who decided')),
  fraudUpheld: flagField('whether the batch was wrong'),
});
export const bondReturnedEvent = event('BondReturned', 'The bond of a challenge went back.', {
  rollupId,
  batchIndex,
  challenger: indexed(accountField('who gets it')),
  bond: uqor('paid back'),
});
export const batchFinalizedEvent = event('BatchFinalized', 'A batch became final.', {
  rollupId,
  batchIndex,
  finalizedAtHeight: uint(64, 'height of this chain'),
});
export const batchRejectedEvent = event(
  'BatchRejected',
  'A batch was rejected, and with it all that were built on it.',
  {
    rollupId,
    batchIndex,
  },
);
export const depositedEvent = event('Deposited', 'Coins were put into the escrow of a rollup.', {
  rollupId,
  depositIndex: uint(64, 'number of the deposit within the rollup, from 1'),
  sender: indexed(accountField('who paid')),
  recipient: bytesField('account on the rollup, in its own form'),
  amount: uqor('how much'),
});
export const depositRefundedEvent = event('DepositRefunded', 'A deposit to a stopped rollup went back.', {
  rollupId,
  depositIndex: uint(64, 'number of the deposit within the rollup, from 1'),
  sender: indexed(accountField('who had paid and gets it')),
  amount: uqor('paid back'),
});
export const stakeReturnedEvent = event('StakeReturned', 'The stake of a stopped rollup went back to its creator.', {
  rollupId,
  creator: indexed(accountField('who gets it')),
  returned: uqor('what was neither burned nor slashed'),
});
export const stakeSlashedEvent = event('StakeSlashed', 'A rollup lost stake because one of its batches was wrong.', {
  rollupId,
  batchIndex,
  challenger: indexed(accountField('who showed it')),
  rewarded: uqor('paid to the challenger'),
  burned: uqor('destroyed'),
});
export const challengeExpiredEvent = event(
  'ChallengeExpired',
  'Nobody decided a challenge in time: its batch is rejected.',
  {
    rollupId,
    batchIndex,
    challenger: indexed(accountField('who gets the bond back')),
  },
);
export const withdrawalExecutedEvent = event(
  'WithdrawalExecuted',
  'A withdrawal was paid from the escrow of a rollup.',
  {
    rollupId,
    batchIndex,
    withdrawalIndex: uint(64, 'number of the leaf'),
    recipient: indexed(accountField('who was paid')),
    amount: uqor('how much'),
  },
);
export const exitRootSetEvent = event('ExitRootSet', 'It was decided what a stopped rollup still owes to whom.', {
  rollupId,
  withdrawalsRoot: bytes32Field('root of the withdrawals'),
});
