import type { Param } from '../../contract.ts';
import { optional, readU64 } from './read.ts';

export function slotParam(name: string, description: string): Param<number | bigint> {
  return { name, description, required: true, parse: (json) => readU64(json), schema: { type: 'integer', minimum: 0 } };
}

/** A last slot; options may stand in its place. */
export const endSlotParam: Param<number | bigint | undefined> = {
  name: 'endSlot',
  description: 'The last slot; the newest one when left out.',
  required: false,
  parse: (json) => (typeof json === 'object' ? undefined : optional(json, (slot) => readU64(slot))),
  schema: { type: 'integer', minimum: 0 },
};
