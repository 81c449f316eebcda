import type { ChainReader, SealedHeader } from '../../../chain/types.ts';
import type { Param } from '../../types.ts';
import { invalidParams, minimumSlotNotReached } from '../errors.ts';
import { optional, readOptions, readText, readU64 } from './read.ts';

/** Options that every question about the state takes. */
export type ContextOptions = {
  /** the node must have reached this slot to answer */
  readonly minContextSlot: number | bigint | undefined;
  /** false for words that mean less than confirmed; blocks are final at once, so all others mean the same */
  readonly isConfirmed: boolean;
};

const belowConfirmed = new Set(['processed', 'recent']);

/** Unknown commitment words mean the default, as they always have. */
export function readContextOptions(members: Readonly<Record<string, unknown>>): ContextOptions {
  const commitment = optional(members.commitment, readText);
  return {
    minContextSlot: optional(members.minContextSlot, readSlot),
    isConfirmed: commitment === undefined || !belowConfirmed.has(commitment),
  };
}

function readSlot(json: unknown): number | bigint {
  return readU64(json);
}

/** The newest block, if it is as new as the options ask; else throws -32016. */
export function headFor(chain: ChainReader, options: ContextOptions): SealedHeader {
  const head = chain.head();
  if (options.minContextSlot !== undefined && options.minContextSlot > head.number) {
    throw minimumSlotNotReached(head.number);
  }
  return head;
}

/** Throws for methods that only know blocks which cannot be undone. */
export function requireConfirmed(options: ContextOptions): void {
  if (!options.isConfirmed) throw invalidParams('Method does not support commitment below `confirmed`');
}

/** An options object; `read` gets its members, none when it is left out or null. */
export function optionsParam<T>(
  read: (members: Readonly<Record<string, unknown>>) => T,
  description = 'Options: commitment, minContextSlot.',
): Param<T> {
  return {
    name: 'options',
    description,
    required: false,
    parse: (json) => read(readOptions(json)),
    schema: { type: 'object' },
  };
}

/** The options of methods that take no others. */
export const contextParam = optionsParam(readContextOptions);

/** For methods that take no options. */
export const anySlot: ContextOptions = { minContextSlot: undefined, isConfirmed: true };
