import { modulePage } from '../kernel/module-docs/markdown.ts';
import { solidityInterfaces } from '../kernel/module-docs/solidity.ts';
import { createModules } from '../modules/index.ts';

/**
 * The files that are generated from the native modules: a page of documentation and the Solidity interfaces of each.
 */
export function renderModulePages(): ReadonlyMap<string, string> {
  const files = createModules().flatMap((module) => [
    [`docs/modules/${module.name}.md`, modulePage(module)] as const,
    ...[...solidityInterfaces(module)].map(([name, text]) => [`src/modules/${module.name}/${name}`, text] as const),
  ]);
  return new Map(files);
}
