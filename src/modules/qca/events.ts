import { eventsOf } from '../../kernel/frame/event.ts';
import { accountField, indexed, textField } from '../../kernel/frame/field.ts';
import { qcaAddress } from '../addresses.ts';

export const poolAssigned = eventsOf(qcaAddress)('PoolAssigned', 'A validator moved to another pool.', {
  validator: indexed(accountField('operator')),
  pool: textField('rpos, dpos or pos'),
});
