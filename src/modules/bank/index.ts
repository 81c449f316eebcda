import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { giftMovedEvent, giftsRecord, heldCoins } from '../../kernel/pools.ts';
import { continueSupply, supplyRecord } from '../../kernel/supply.ts';
import { bankAddress } from '../addresses.ts';
import { bankCalls, fault } from './calls.ts';
import { transferredEvent } from './events.ts';

export const bank = defineModule({
  name: 'bank',
  address: bankAddress,
  doc: 'Transfers to accounts in any spelling.',
  singles: [supplyRecord, giftsRecord],
  derivedTables: [heldCoins],
  calls: bankCalls,
  events: [transferredEvent, giftMovedEvent],
  faults: fault,
  initGenesis: ({ state }) => continueSupply(state),
});
