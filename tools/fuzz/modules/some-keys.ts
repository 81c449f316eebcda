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
