import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { indexed, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { burnAddress } from '../addresses.ts';

const event = eventsOf(burnAddress);
const wei = (doc: string) => withUnit('wei', uint(256, doc));

export const tokensBurnedEvent = event('TokensBurned', 'Coins left existence.', {
  channel: indexed(textField('what for')),
  amount: wei('burned'),
});
export const feeDistributedEvent = event('FeeDistributed', 'The fees of a block were split.', {
  totalFees: wei('all fees of the block'),
  validatorAmount: wei('to validators'),
  burnAmount: wei('burned'),
  treasuryAmount: wei('to the treasury'),
  stakerAmount: wei('to stakers'),
  lightNodeAmount: wei('to light nodes'),
});
