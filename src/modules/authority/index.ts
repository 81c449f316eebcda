import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { authorityAddress } from '../addresses.ts';
import { authorityCalls, fault } from './calls.ts';
import { authorityMoved, paramsChanged, treasurySpent } from './events.ts';
import { authorityParams } from './params.ts';

/** `modules` are those whose parameters it can change. */
export function createAuthority(modules: readonly NativeModule[]): NativeModule {
  return defineModule({
    name: 'authority',
    address: authorityAddress,
    doc: 'The office that changes parameters and spends the treasury; set in genesis.',
    params: authorityParams,
    calls: authorityCalls(modules),
    events: [paramsChanged, treasurySpent, authorityMoved],
    faults: fault,
  });
}
