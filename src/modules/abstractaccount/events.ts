import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, bytesField, flagField, indexed, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { abstractaccountAddress } from '../addresses.ts';

const event = eventsOf(abstractaccountAddress);
const account = indexed(accountField('the account'));

export const created = event('AbstractAccountCreated', 'An account lets other keys act for it from now on.', {
  account,
  accountType: textField('multisig, social_recovery or session_based'),
});
export const ruleChanged = event('SpendingRulesUpdated', 'A spending rule was set or removed.', {
  account,
  id: textField('of the rule'),
});
export const keyAdded = event('SessionKeyAdded', 'A key may act for an account.', {
  account,
  scheme: textField('ed25519 or secp256k1'),
  pubkey: bytesField('the key'),
  expiry: uint(64, 'seconds since 1970'),
});
export const keyRevoked = event('SessionKeyRevoked', 'A key may no longer act for an account.', {
  account,
  scheme: textField('ed25519 or secp256k1'),
  pubkey: bytesField('the key'),
});
export const executed = event('RelayedExecution', 'A relayer executed what a key had signed.', {
  account,
  relayer: indexed(accountField('who sent it')),
  success: flagField('it succeeded'),
  spent: uqor('that left the account'),
});
