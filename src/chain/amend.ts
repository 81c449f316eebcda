import type { Module } from '../kernel/module.ts';
import { containable } from '../kernel/module-sdk/containable.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import type { StateChanges } from '../state/types.ts';

/** A change of the state outside of the rules after which the chain could not continue. Nothing has changed. */
export class AmendError extends Error {
  override name = 'AmendError';
}

/**
 * Throws an AmendError when a change leaves an entry in the account of a module that is none of its records: what
 * decides about blocks reads them, and would end the node.
 */
export function assertRecords(modules: readonly Module[], { entries }: StateChanges): void {
  for (const { name, address, entryFault } of modules) {
    for (const [key, value] of entries.get(address)?.values ?? []) {
      const fault = entryFault?.(key, value ?? emptyBytes);
      if (fault !== undefined) throw new AmendError(`${address} is the module ${name}: ${key}: ${fault}`);
    }
  }
}

/** Runs a change; what the changed state makes the chain throw becomes an AmendError. */
export function withAmendError<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (containable(error) === undefined || !(error instanceof Error)) throw error;
    throw new AmendError(`the chain could not continue with it: ${error.message}`, { cause: error });
  }
}
