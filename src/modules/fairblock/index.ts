import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { fairblockAddress } from '../addresses.ts';
import { fairblockCalls } from './calls.ts';
import { fairblockParams } from './params.ts';
import { fairblockQueries } from './queries.ts';

/** Threshold encryption of transactions: configured, and off on every network, as on the chain it follows. */
export const fairblock = defineModule({
  name: 'fairblock',
  address: fairblockAddress,
  doc: 'Configuration of threshold-encrypted transactions. Encryption is off: transactions pass through as they are.',
  params: fairblockParams,
  calls: fairblockCalls,
  queries: fairblockQueries,
});
