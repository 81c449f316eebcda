import type { PlainData } from '#qord/kernel/codec/codec.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import type { StateView } from '#qord/state/types.ts';

const rowsOfTable = 3;

/** Texts and numbers by which there are records: parts of the keys of the first rows of each table. */
export function someKeys(state: StateView, modules: readonly Pick<NativeModule, 'tables'>[]): readonly PlainData[] {
  return modules.flatMap(({ tables }) =>
    tables.flatMap((table) => {
      const keys: PlainData[] = [];
      for (const [key] of table.list(state)) {
        keys.push(...table.keyParts.map((part, at) => part.toPlain(key[at])));
        if (keys.length >= rowsOfTable * table.keyParts.length) break;
      }
      return keys;
    }),
  );
}

/** The same of one module by the names that arguments of its calls have: `rollup_id` is `rollupId`. */
export function namedKeys(
  state: StateView,
  { tables }: Pick<NativeModule, 'tables'>,
): ReadonlyMap<string, PlainData[]> {
  const named = new Map<string, PlainData[]>();
  for (const table of tables) {
    let rows = 0;
    for (const [key] of table.list(state)) {
      for (const [at, part] of table.keyParts.entries()) {
        const name = part.name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
        named.set(name, [...(named.get(name) ?? []), part.toPlain(key[at])]);
      }
      if (++rows >= rowsOfTable) break;
    }
  }
  return named;
}
