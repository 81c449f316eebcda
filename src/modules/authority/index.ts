import { changedChainIds } from '../../kernel/chain-id.ts';
import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { authorityAddress } from '../addresses.ts';
import { authorityCalls, fault } from './calls.ts';
import { authorityMovedEvent, paramsChangedEvent, treasurySpentEvent } from './events.ts';
import { authorityParams } from './params.ts';

/** What this module needs: the modules whose parameters it can change. */
type Dependencies = { readonly modules: readonly NativeModule[] };

export const createAuthority = ({ modules }: Dependencies) =>
  defineModule({
    name: 'authority',
    address: authorityAddress,
    doc: 'The office that changes parameters and spends the treasury; set in genesis.',
    params: authorityParams,
    derivedTables: [changedChainIds],
    calls: authorityCalls(modules),
    events: [paramsChangedEvent, treasurySpentEvent, authorityMovedEvent],
    faults: fault,
  });
