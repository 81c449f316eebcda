import type { InitializeHook, LoadHook } from 'node:module';
import type { Mutant } from './mutants.ts';

let mutant: Mutant | undefined;

/** Hook of Node's loader: gets the fault to make. */
export const initialize: InitializeHook<Mutant> = (data) => {
  mutant = data;
};

/** Hook of Node's loader: changes the file as it is loaded. Throws when it does not have what is changed once. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  if (mutant === undefined || !url.endsWith(`/dist/${mutant.file}`)) return loaded;
  return { ...loaded, source: mutated(String(loaded.source), mutant) };
};

/** The text with the fault. Throws an Error when it has not exactly one place for it. */
export function mutated(text: string, { before, after = ';' }: Mutant): string {
  const [start = '', end, ...others] = text.split(before);
  if (end === undefined || others.length > 0) throw new Error(`the file has changed: it has not once ${before}`);
  return `${start}${after}${end}`;
}
