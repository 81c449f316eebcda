import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, uint, uqor, withUnit } from '../../kernel/module-sdk/field.ts';
import { xqoreAddress } from '../addresses.ts';

const event = eventsOf(xqoreAddress);

export const lockedEvent = event('XqoreLocked', 'Coins were locked.', {
  owner: indexed(accountField('who locked')),
  amount: uqor('locked, and xQORE minted'),
});
export const unlockedEvent = event('XqoreUnlocked', 'Coins were unlocked.', {
  owner: indexed(accountField('who unlocked')),
  amount: uqor('unlocked, penalty included'),
  penalty: uqor('for the other holders'),
});
export const claimedEvent = event('XqoreClaimed', 'Collected penalties were paid to a holder.', {
  owner: indexed(accountField('who was paid')),
  amount: withUnit('wei', uint(256, 'paid')),
});
export const rebasedEvent = event(
  'PvpRebase',
  'What penalties gave to holders and what was burned of them, since the last rebase.',
  {
    burned: withUnit('wei', uint(256, 'penalties burned since the last rebase')),
    redistributed: withUnit('wei', uint(256, 'penalties given to holders')),
    supply: uint(256, 'xQORE that have a part in penalties'),
  },
);
