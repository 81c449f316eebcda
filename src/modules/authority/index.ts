import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { authorityAddress } from '../addresses.ts';
import { authorityCalls, fault } from './calls.ts';
import { authorityMovedEvent, paramsChangedEvent, treasurySpentEvent } from './events.ts';
import { authorityParams } from './params.ts';

/** What this module needs: the modules whose parameters it can change. */
type Dependencies = { readonly modules: readonly NativeModule[] };

/** The module of the account that may change parameters and spend the treasury. */
export function createAuthority({ modules }: Dependencies): NativeModule {
  return defineModule({
    name: 'authority',
    address: authorityAddress,
    doc: 'The office that changes parameters and spends the treasury; set in genesis.',
    params: authorityParams,
    calls: authorityCalls(modules),
    events: [paramsChangedEvent, treasurySpentEvent, authorityMovedEvent],
    faults: fault,
  });
}
