import type { RunningState } from '../../kernel/engine.ts';
import type { EvmInstance } from './evm-instance.ts';

/** The state in the middle of a run: what the interpreter has changed, and the state beneath. Changes nothing. */
export function createRunningState(instance: EvmInstance): RunningState {
  return {
    account: (address) => instance.accounts.changed(address) ?? instance.run.state.account(address),
    code: (codeHash) => instance.run.newCodes.get(codeHash) ?? instance.run.state.code(codeHash),
    entry: (owner, key) => instance.slots.changed(owner, key) ?? instance.run.state.entry(owner, key),
  };
}
