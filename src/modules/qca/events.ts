import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, textField } from '../../kernel/module-sdk/field.ts';
import { qcaAddress } from '../addresses.ts';

export const poolAssignedEvent = eventsOf(qcaAddress)('PoolAssigned', 'A validator moved to another pool.', {
  validator: indexed(accountField('operator')),
  pool: textField('rpos, dpos or pos'),
});
