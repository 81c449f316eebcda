import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import type { AnyTable } from '#qord/kernel/module-sdk/genesis.ts';
import type { StateView } from '#qord/state/types.ts';
import { isDue } from '../../growth/clone-rows.ts';

/** Most rows of one queue that a block may settle: others would wait for it too long. */
const mostSettled = 200;

/** The head that is extended, and the time and height of the block that extends it. */
type Next = { readonly seconds: number; readonly height: number };

/** A queue of a module and the keys of its rows that are due. */
export type DueRows = {
  readonly name: string;
  readonly table: AnyTable;
  readonly keys: readonly (readonly unknown[])[];
};

/** The rows that a block finds due: those of tables whose keys begin with a time or a height. */
export function dueRows(state: StateView, modules: readonly NativeModule[], next: Next): readonly DueRows[] {
  return modules.flatMap((module) =>
    module.tables.flatMap((table) => {
      const [first] = table.keyParts;
      if (first === undefined || !isDue(first)) return [];
      const now = first.name === 'time' ? next.seconds : next.height;
      const keys: (readonly unknown[])[] = [];
      for (const [key] of table.list(state)) {
        if (Number(key[0]) > now) break;
        keys.push(key);
      }
      return [{ name: `${module.name}.${table.name}`, table, keys }];
    }),
  );
}

/** Queues whose rows a block has settled more of than it may, given what was due before it. */
export function queueFaults(due: readonly DueRows[], after: StateView): readonly string[] {
  return due.flatMap(({ name, table, keys }) => {
    if (keys.length <= mostSettled) return [];
    const settled = keys.filter((key) => table.get(after, ...key) === undefined).length;
    return settled > mostSettled ? [`a block settles ${settled} rows of ${name}`] : [];
  });
}
