import type { NativeModule } from '../../kernel/frame/define-module.ts';
import { moduleCases, moduleTargets, type NamedCase, unknownCases } from './module-cases.ts';
import { precompileCases } from './precompile-cases.ts';

/** What is tried, by native. */
export function nativeCases(modules: readonly NativeModule[]): ReadonlyMap<string, readonly NamedCase[]> {
  const cases = new Map<string, NamedCase[]>();
  const add = (named: NamedCase) => {
    const known = cases.get(named.native) ?? [];
    known.push(named);
    cases.set(named.native, known);
  };
  for (const named of precompileCases()) add(named);
  for (const target of moduleTargets(modules)) for (const named of moduleCases(target)) add(named);
  for (const { name, address } of modules.filter(({ calls }) => calls.length > 0))
    for (const named of unknownCases(name, address)) add(named);
  return cases;
}
