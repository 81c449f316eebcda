import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { indexed, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { inflationAddress } from '../addresses.ts';

export const epochMintedEvent = eventsOf(inflationAddress)(
  'EpochMinted',
  'An epoch ended and its emission was minted.',
  {
    epoch: indexed(uint(64, 'epochs since genesis')),
    mintedAmount: uqor('minted'),
    inflationRate: uint(256, 'growth of the supply in a year at this pace, times 10^18'),
  },
);
