import { eventsOf } from '../../kernel/module-sdk/event.ts';
import {
  accountField,
  flagField,
  indexed,
  listField,
  textField,
  uint,
  uqor,
  withUnit,
} from '../../kernel/module-sdk/field.ts';
import { bridgeAddress } from '../addresses.ts';

const event = eventsOf(bridgeAddress);

const operationId = textField('id of the operation');
const chainId = textField('name of the other chain');
const asset = textField('name of the asset');
const amount = uint(256, 'millionths of the asset');
const txHash = textField('transaction on the other chain');
const reason = textField('why');

export const bridgeDepositEvent = event('BridgeDeposit', 'A deposit was claimed and waits for attestations.', {
  operationId,
  chainId,
  sender: indexed(accountField('who brought the claim')),
  recipient: indexed(accountField('who gets the asset')),
  asset,
  amount,
  txHash,
});
export const bridgeWithdrawEvent = event('BridgeWithdraw', 'An asset is to be released on another chain.', {
  operationId,
  chainId,
  sender: indexed(accountField('who gave it back')),
  recipient: textField('who gets it there'),
  asset,
  amount,
  fee: uqor('charged'),
});
export const bridgeAttestationEvent = event('BridgeAttestation', 'A bridge validator attested an operation.', {
  operationId,
  validator: indexed(accountField('who attested')),
  eventType: textField('deposit or withdrawal_complete'),
  txHash,
});
export const bridgePqcVerificationEvent = event(
  'BridgePqcVerification',
  'The ML-DSA-87 signatures of an operation reached the threshold.',
  { operationId, signatures: uint(32, 'that count'), threshold: uint(32, 'that are needed') },
);
export const bridgeOperationExecutedEvent = event('BridgeOperationExecuted', 'A deposit or withdrawal was completed.', {
  operationId,
  operationType: textField('deposit or withdrawal'),
  chainId,
  sender: indexed(accountField('who brought the claim, or gave the asset back')),
  recipient: textField('qor1…, or the account on the other chain'),
  asset,
  amount,
  txHash,
});
export const operationDelayedEvent = event('BridgeOperationDelayed', 'An attested deposit could not be executed.', {
  operationId,
  reason,
  retryAt: withUnit('seconds', uint(64, 'time of the next automatic try, since 1970; 0 for none')),
});
export const operationChallengedEvent = event('BridgeOperationChallenged', 'An operation was frozen.', {
  operationId,
  challenger: indexed(accountField('who challenged it')),
  reason,
});
export const challengeResolvedEvent = event(
  'BridgeChallengeResolved',
  'The admin decided about a challenged operation.',
  {
    operationId,
    isValid: flagField('true: it continues; false: it is cancelled'),
    reason,
  },
);
export const challengeExpiredEvent = event(
  'BridgeChallengeExpired',
  'Nobody decided about a challenged operation in time: it was cancelled.',
  { operationId },
);
export const circuitBreakerTripEvent = event('BridgeCircuitBreakerTrip', 'Transfers of a chain were stopped.', {
  chainId,
  reason,
});
export const circuitBreakerResetEvent = event('BridgeCircuitBreakerReset', 'Transfers of a chain continue.', {
  chainId,
});
export const validatorRegisteredEvent = event('BridgeValidatorRegistered', 'A bridge validator registered its key.', {
  validator: indexed(accountField('who registered')),
  supportedChains: listField(textField('chain'), 'chains it attests for'),
});
export const validatorSuspendedEvent = event(
  'BridgeValidatorStatus',
  'The admin suspended a bridge validator, or let it back.',
  {
    validator: indexed(accountField('whom it is about')),
    active: flagField('whether its attestations count'),
  },
);
export const chainUpdatedEvent = event('BridgeChainUpdated', 'The admin changed the configuration of a chain.', {
  chainId,
  status: textField('active, paused or pending'),
});
export const assetMovedEvent = event('BridgeTransfer', 'A bridged asset changed hands here.', {
  from: indexed(accountField('who gave')),
  to: indexed(accountField('who got')),
  chainId,
  asset,
  amount,
});
