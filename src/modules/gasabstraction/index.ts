import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { gasabstractionAddress } from '../addresses.ts';
import { fault, gasabstractionCalls } from './calls.ts';
import { gasabstractionParams } from './params.ts';
import { gasabstractionQueries } from './queries.ts';

export const gasabstraction = defineModule({
  name: 'gasabstraction',
  address: gasabstractionAddress,
  doc: 'Tokens that fees may be quoted in. On the EVM lane fees themselves are always paid in QOR.',
  params: gasabstractionParams,
  calls: gasabstractionCalls,
  queries: gasabstractionQueries,
  faults: fault,
});
