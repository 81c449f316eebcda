import type { ChainReader, SealedHeader } from '../../../chain/types.ts';
import type { Param } from '../../method.ts';
import { mapValue, type ParamType } from '../../params/param-type.ts';
import { invalidParams, minimumSlotNotReached } from '../errors.ts';
import { type OptionsOf, optionsType, textType, u64Type } from './svm-type.ts';

/** Options of all methods that read the state. */
export type ContextOptions = {
  /** The node must have reached this slot to respond. */
  readonly minContextSlot: number | bigint | undefined;
  /** False for commitments below confirmed. All others mean the same, as every block is final at once. */
  readonly isConfirmed: boolean;
};

/** The members that all options objects have. */
export const contextMembers = { commitment: textType, minContextSlot: u64Type };

const belowConfirmed = new Set(['processed', 'recent']);

/** An unknown commitment means the default. */
export function contextOptionsOf({ commitment, minContextSlot }: OptionsOf<typeof contextMembers>): ContextOptions {
  return { minContextSlot, isConfirmed: commitment === undefined || !belowConfirmed.has(commitment) };
}

export const contextType: ParamType<ContextOptions> = mapValue(optionsType(contextMembers), contextOptionsOf);

/** The newest block. Throws -32016 when it is older than the options require. */
export function headFor(chain: ChainReader, options: ContextOptions): SealedHeader {
  const head = chain.head();
  if (options.minContextSlot !== undefined && options.minContextSlot > head.number) {
    throw minimumSlotNotReached(head.number);
  }
  return head;
}

/** Throws for methods that only read blocks which cannot be undone. */
export function requireConfirmed(options: ContextOptions): void {
  if (!options.isConfirmed) throw invalidParams('Method does not support commitment below `confirmed`');
}

/** The parameter for an options object, which may be left out or null. */
export function optionsParam<T>(
  { parse, schema }: ParamType<T>,
  description = 'Options: commitment, minContextSlot.',
): Param<T> {
  return { name: 'options', description, required: false, parse: (json) => parse(json ?? {}), schema };
}

/** The options of methods that have no others. */
export const contextParam = optionsParam(contextType);

/** For methods without options. */
export const anySlot: ContextOptions = { minContextSlot: undefined, isConfirmed: true };
