import { mapRecord } from '../../primitives/objects.ts';

/** Why a call is rejected: the permanent wire number within its module, and a sentence. */
export type ModuleFault = { readonly code: number; readonly reason: string };

/** Faults by name: the permanent wire number within the module, and a sentence. */
type FaultTable = { readonly [name: string]: readonly [code: number, reason: string] };

/** Creates a fault; a detail follows its sentence after a colon. */
type FaultMaker = ((detail?: string) => ModuleFault) & {
  readonly code: number;
  readonly reason: string;
  /** The same number with another sentence, for a cause that is only known while the call runs. */
  readonly withReason: (reason: string) => ModuleFault;
};

/** The faults of a module: `fault.belowMinimum()` where a call is rejected, the whole table where it is documented. */
export type Faults<Table extends FaultTable = FaultTable> = Readonly<Record<keyof Table & string, FaultMaker>>;

/**
 * Declares the faults of a module by name. Numbers are part of the interface: clients see `<module>: <sentence>
 * (<number>)` in the revert reason, so a number is never reused. Throws a RangeError when two faults share a number.
 */
export function faultsOf<const Table extends FaultTable>(table: Table): Faults<Table> {
  const codes = Object.values(table).map(([code]) => code);
  if (new Set(codes).size !== codes.length) throw new RangeError('two faults share a number');
  return mapRecord<keyof Table & string, FaultTable[string], FaultMaker>(table, makerOf);
}

function makerOf([code, reason]: FaultTable[string]): FaultMaker {
  const make = (detail = ''): ModuleFault => ({ code, reason: detail === '' ? reason : `${reason}: ${detail}` });
  return Object.assign(make, { code, reason, withReason: (other: string): ModuleFault => ({ code, reason: other }) });
}
