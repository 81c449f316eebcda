import { eventsOf } from '../../kernel/module-sdk/event.ts';
import {
  accountField,
  bytesField,
  flagField,
  indexed,
  textField,
  uint,
  uqor,
  withUnit,
} from '../../kernel/module-sdk/field.ts';
import { abstractaccountAddress } from '../addresses.ts';

const event = eventsOf(abstractaccountAddress);
const account = indexed(accountField('the account'));

export const createdEvent = event('AbstractAccountCreated', 'An account lets other keys act for it from now on.', {
  account,
  accountType: textField('multisig, social_recovery or session_based'),
});
export const ruleChangedEvent = event('SpendingRulesUpdated', 'A spending rule was set or removed.', {
  account,
  id: textField('of the rule'),
});
export const keyAddedEvent = event('SessionKeyAdded', 'A key may act for an account.', {
  account,
  scheme: textField('ed25519 or secp256k1'),
  pubkey: bytesField('the key'),
  expiry: uint(64, 'seconds since 1970'),
});
export const keyRevokedEvent = event('SessionKeyRevoked', 'A key may no longer act for an account.', {
  account,
  scheme: textField('ed25519 or secp256k1'),
  pubkey: bytesField('the key'),
});
export const executedEvent = event('RelayedExecution', 'A relayer executed what a key had signed.', {
  account,
  relayer: indexed(accountField('who sent it')),
  success: flagField('it succeeded'),
  spent: uqor('that left the account'),
});
export const signersChangedEvent = event('SignersChanged', 'An account has other signers or guardians.', {
  account,
  count: uint(8, 'of them'),
  threshold: uint(8, 'how many of them it takes'),
});
const newOwner = indexed(accountField('who shall act for it'));
export const recoveryApprovedEvent = event('RecoveryApproved', 'A guardian names an owner of an account.', {
  account,
  newOwner,
  guardian: accountField('who names it'),
});
export const recoveryStartedEvent = event('RecoveryStarted', 'Enough guardians name an owner of an account.', {
  account,
  newOwner,
  dueAt: withUnit('seconds', uint(64, 'since 1970, from which it can be')),
});
export const recoveryCancelledEvent = event('RecoveryCancelled', 'A recovery has ended without effect.', { account });
export const ownerChangedEvent = event('OwnerChanged', 'An account has another owner after a recovery.', {
  account,
  newOwner,
});
export const executedByOwnerEvent = event(
  'GroupExecution',
  'Signers of a multisig, or the owner after a recovery, acted.',
  {
    account,
    by: indexed(accountField('who sent it')),
    success: flagField('it succeeded'),
  },
);
