import { kebabCase } from './kebab-case.ts';

/** The word of the command line for a record, whose name has underscores, or a call, whose name is camel case. */
export function commandName({ name }: { readonly name: string }): string {
  return kebabCase(name).replaceAll('_', '-');
}
