import type { Param } from '../../types.ts';
import { type ContextOptions, readContextOptions } from './context-options.ts';
import { isObject, optional, readU64 } from './read.ts';

export function slotParam(name: string, description: string): Param<number | bigint> {
  return { name, description, required: true, parse: (json) => readU64(json), schema: { type: 'integer', minimum: 0 } };
}

/** A last slot, or the options in its place. */
export const endSlotParam: Param<number | bigint | ContextOptions | undefined> = {
  name: 'endSlot',
  description: 'The last slot; the newest one when left out.',
  required: false,
  parse: (json) => (isObject(json) ? readContextOptions(json) : optional(json, (slot) => readU64(slot))),
  schema: { type: 'integer', minimum: 0 },
};
