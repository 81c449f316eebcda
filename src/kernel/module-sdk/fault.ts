import type { ModuleFault } from './call.ts';

/** Faults by name: the permanent wire number within the module, and a sentence. */
export type FaultTable = { readonly [name: string]: readonly [code: number, reason: string] };

/** Makes a fault; the detail follows its sentence behind a colon. */
export type FaultMaker = ((detail?: string) => ModuleFault) & { readonly code: number; readonly reason: string };

/** The faults of a module: `fault.belowMinimum()` where a call is rejected, the whole table where it is documented. */
export type Faults<Table extends FaultTable = FaultTable> = { readonly [Name in keyof Table]: FaultMaker };

/**
 * Declares the faults of a module by name. Numbers are part of the interface: clients see `<module>: <sentence> (<number>)`
 * in the revert reason, so that a number is never reused. Throws a RangeError when two faults share a number.
 */
export function faultsOf<const Table extends FaultTable>(table: Table): Faults<Table> {
  const codes = Object.values(table).map(([code]) => code);
  if (new Set(codes).size !== codes.length) throw new RangeError('two faults share a number');
  const makers = Object.entries(table).map(([name, [code, reason]]) => {
    const make = (detail = ''): ModuleFault => ({ code, reason: detail === '' ? reason : `${reason}: ${detail}` });
    return [name, Object.assign(make, { code, reason })] as const;
  });
  return Object.fromEntries(makers) as Faults<Table>;
}
