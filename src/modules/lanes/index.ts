import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { lanesAddress } from '../addresses.ts';
import { fault, lanesCalls } from './calls.ts';
import { lanesParams } from './params.ts';
import { lanesQueries } from './queries.ts';

export const lanes = defineModule({
  name: 'lanes',
  address: lanesAddress,
  doc: 'Five lanes with their own room in every block: a flood in one leaves the others free.',
  params: lanesParams,
  calls: lanesCalls,
  queries: lanesQueries,
  faults: fault,
});
