import type { CheckContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import type { WorldState } from '../../state/types.ts';
import type { Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { babylonParams } from './params.ts';
import { progressRecord } from './records.ts';

/** Whether the account may report events on Bitcoin. */
export function isAttester(
  { state, caller }: Pick<CheckContext, 'state' | 'caller'>,
  { isAuthority }: Dependencies,
): boolean {
  return babylonParams.get(state).attesters.includes(caller) || isAuthority(state, caller);
}

/** Why the caller may not report events on Bitcoin now, or undefined. */
export function attesterFault(context: CheckContext, dependencies: Dependencies): ModuleFault | undefined {
  if (!babylonParams.get(context.state).enabled) return fault.moduleOff();
  return isAttester(context, dependencies) ? undefined : fault.notAttester();
}

/** Records that Bitcoin has at least that height. What is too high, several attesters correct. */
export function raiseBitcoinHeight(state: WorldState, height: number): void {
  const progress = progressRecord.get(state);
  if (height > progress.btc_height) progressRecord.set(state, { ...progress, btc_height: height });
}
