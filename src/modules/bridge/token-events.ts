import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, uint } from '../../kernel/module-sdk/field.ts';
import { bridgeAddress } from '../addresses.ts';

/** Events of ERC-20; each token emits them from its own address. */
const event = eventsOf(bridgeAddress);

export const tokenTransferEvent = event(
  'Transfer',
  'The asset changed hands: from the zero address when it was bridged here, to it when it was released there.',
  {
    from: indexed(accountField('who gave')),
    to: indexed(accountField('who got')),
    value: uint(256, 'millionths of the asset'),
  },
);
export const tokenApprovalEvent = event('Approval', 'An account allowed another to move its asset.', {
  owner: indexed(accountField('who holds it')),
  spender: indexed(accountField('who may move it')),
  value: uint(256, 'millionths of the asset'),
});
