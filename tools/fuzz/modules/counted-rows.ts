import assert from 'node:assert/strict';
import type { ModuleContract, NativeCall, NativeResult } from '#qord/kernel/engine.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { coveredRows, gasPerRow } from '#qord/kernel/module-sdk/metered-state.ts';
import type { WorldState } from '#qord/state/types.ts';

/**
 * The modules, whose calls throw an AssertionError when they read more rows than their gas pays for. The rows are
 * counted below the meter of the calls, so that what passes it by is counted too.
 */
export function modulesPayingForRows(modules: readonly NativeModule[]): readonly NativeModule[] {
  return modules.map((module) => ({
    ...module,
    contracts: new Map([...module.contracts].map(([address, contract]) => [address, payingForRows(contract)])),
  }));
}

function payingForRows(contract: ModuleContract): ModuleContract {
  return {
    ...contract,
    run: (call) => {
      let rows = 0;
      const state = countingRows(call.state, () => {
        rows++;
      });
      const result = contract.run({ ...call, state });
      const paid = coveredRows + Number(workGas(call, result) / gasPerRow);
      const name = `${contract.name}.${contract.callName?.(call.input) ?? '?'}`;
      assert.ok(rows <= paid, `${name} read ${rows} rows, and paid for ${paid}`);
      return result;
    },
  };
}

/** Gas that the call took beyond its fixed price. */
const workGas = (call: NativeCall, result: NativeResult) => ('gasUsed' in result ? result.gasUsed : call.gas);

/** The same state, which tells of each row that is read by its key or in a list. */
function countingRows(state: WorldState, onRow: () => void): WorldState {
  const entry: WorldState['entry'] = (owner, key) => {
    onRow();
    return state.entry(owner, key);
  };
  function* entries(...range: Parameters<WorldState['entries']>): ReturnType<WorldState['entries']> {
    for (const row of state.entries(...range)) {
      onRow();
      yield row;
    }
  }
  const counted: Partial<WorldState> = { entry, entries };
  return new Proxy(state, {
    get: (target, name) => {
      if (name in counted) return Reflect.get(counted, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
