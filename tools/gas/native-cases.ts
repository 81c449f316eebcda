import { gasRows } from '#qord/kernel/module-docs/gas-rows.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { moduleCases, type NamedCase, unknownCases } from './module-cases.ts';
import { precompileCases } from './precompile-cases.ts';
import type { PreparedCall } from './prepared-chain/prepared-chain.ts';

/** What is tried, by native: `prepared` are calls on the state that they will run on. */
export function nativeCases(
  modules: readonly NativeModule[],
  prepared: ReadonlyMap<string, readonly PreparedCall[]>,
): ReadonlyMap<string, readonly NamedCase[]> {
  const cases = new Map<string, NamedCase[]>();
  const add = (named: NamedCase) => {
    const known = cases.get(named.native) ?? [];
    known.push(named);
    cases.set(named.native, known);
  };
  for (const named of precompileCases()) add(named);
  for (const target of gasRows(modules))
    for (const named of moduleCases(target, prepared.get(target.native))) add(named);
  for (const { name, address } of modules.filter(({ calls }) => calls.length > 0))
    for (const named of unknownCases(name, address)) add(named);
  return cases;
}
