import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { giftMoved, giftsRecord, heldTable } from '../../kernel/pools.ts';
import { continueSupply, supplyRecord } from '../../kernel/supply.ts';
import { bankAddress } from '../addresses.ts';
import { bankCalls, fault } from './calls.ts';
import { transferred } from './events.ts';

export const bank = defineModule({
  name: 'bank',
  address: bankAddress,
  doc: 'Transfers to accounts in any spelling.',
  singles: [supplyRecord, giftsRecord],
  derivedTables: [heldTable],
  calls: bankCalls,
  events: [transferred, giftMoved],
  faults: fault,
  initGenesis: ({ state }) => continueSupply(state),
});
